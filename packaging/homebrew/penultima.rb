# Written by hand and read by 'ruby -c'; not tried on macOS. tools/release fills in sha256, and with --url the address.
class Penultima < Formula
  desc "Shedding card game of colours and numbers, exactly by its sheets"
  homepage "https://penultima.invalid/"
  url "https://penultima.invalid/penultima-0.3.0.tar.xz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "binaryen" => :build
  depends_on "brotli" => :build
  depends_on "lld" => :build
  depends_on "llvm" => :build
  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "gnutls"
  depends_on "libmicrohttpd"
  depends_on "libsodium"
  depends_on "ncurses"
  depends_on "nettle"
  depends_on "sqlite"

  def install
    # The system's clang has no WebAssembly.
    ENV.prepend_path "PATH", Formula["llvm"].opt_bin
    system "meson", "setup", "build", "-Dtests=disabled", "-Dmpi=disabled", "-Dpostgresql=disabled", *std_meson_args
    system "meson", "compile", "-C", "build"
    system "meson", "install", "-C", "build"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/penultima --version")
    system bin/"penultima", "demo"
  end
end
