"""The package with its one shared library; what is said about it stands in pyproject.toml.

The library is called through ctypes, so one wheel serves every version of Python on a platform: its tag is
py3-none-PLATFORM. PENULTIMA_PLATFORM names another one than this machine's, for a compiler (CC) that makes
code for another; see make_wheels.
"""
import os
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.dist import Distribution

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70
    from wheel.bdist_wheel import bdist_wheel

sys.path.insert(0, str(Path(__file__).resolve().parent))
import build_library  # noqa: E402


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        # An editable installation uses the folder itself.
        package = Path("penultima") if getattr(self, "editable_mode", False) else Path(self.build_lib) / "penultima"
        build_library.build(package / "_penultima.so", Path(self.get_finalized_command("build").build_temp) / "c")


class WheelForPlatform(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", os.environ.get("PENULTIMA_PLATFORM") or super().get_tag()[2]


class SourcesWithLibrary(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        build_library.copy_sources(Path(base_dir) / "csrc")


class BinaryDistribution(Distribution):
    def has_ext_modules(self):
        return True


HERE = Path(__file__).resolve().parent
# The license of the repository goes into every distribution.
for license_file in (HERE.parent / "LICENSE", HERE / "csrc" / "LICENSE"):
    if license_file.is_file():
        (HERE / "LICENSE").write_bytes(license_file.read_bytes())
        break

setup(version=build_library.version(),
      cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelForPlatform, "sdist": SourcesWithLibrary},
      distclass=BinaryDistribution)
