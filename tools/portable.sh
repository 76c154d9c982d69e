#!/bin/sh
# Builds the library alone with other compilers and for other processors, runs a program with it and compares
# what it prints with what it prints here: the same games everywhere, on 32 and 64 bits, either byte order.
#   tools/portable.sh                 all that there is here
#   tools/portable.sh gcc clang musl  only these; others: 32bit aarch64 s390x
# Debian has them as clang, musl-tools, gcc-12-multilib with libc6-dev-i386 (32bit), gcc-aarch64-linux-gnu with
# libc6-dev-arm64-cross, gcc-s390x-linux-gnu with libc6-dev-s390x-cross, and qemu-user for the last two. What is
# missing is left out and named. Nothing in it is special to Linux: on macOS 'gcc clang' are both Apple's clang.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cross_file() {
    printf "[binaries]\nc = '%s'\nar = '%s'\nstrip = '%s'\nexe_wrapper = ['%s', '-L', '%s']\n" \
        "$1-gcc" "$1-ar" "$1-strip" "$2" "/usr/$1"
    printf "[host_machine]\nsystem = 'linux'\ncpu_family = '%s'\ncpu = '%s'\nendian = '%s'\n" "$3" "$3" "$4"
}

# try NAME RUNNER OPTION...: sets up with these options of Meson, builds, runs, compares.
try() {
    name=$1 runner=$2
    shift 2
    if ! { meson setup -Dprogram=disabled -Dpopcnt=false "$@" "$work/$name" "$root" &&
           ninja -C "$work/$name"; } >"$work/log" 2>&1; then
        cat "$work/log"
        echo "not ok: $name does not build"
        exit 1
    fi
    # shellcheck disable=SC2086
    $runner "$work/$name/tests/portable/portable" "$root"/tests/records/*.mesa "$root"/tests/cases/*.mesa \
        >"$work/$name.out" || { echo "not ok: $name does not run"; exit 1; }
    [ -f "$work/wanted" ] || cp "$work/$name.out" "$work/wanted"
    if ! diff "$work/wanted" "$work/$name.out"; then
        echo "not ok: $name plays other games"
        exit 1
    fi
    echo "ok: $name, $(wc -l <"$work/$name.out") lines the same"
}

missing() { echo "left out: $1 ($2 is not here)"; }

for one in "${@:-all}"; do
    case $one in
    all) set -- gcc clang musl 32bit aarch64 s390x ;;
    esac
done
for one; do
    case $one in
    gcc | clang)
        if command -v "$one" >/dev/null; then CC=$one try "$one" ""; else missing "$one" "$one"; fi ;;
    musl)
        if command -v musl-gcc >/dev/null; then CC=musl-gcc try musl ""; else missing musl musl-tools; fi ;;
    32bit)
        echo 'int main(void) { return 0; }' >"$work/probe.c"
        if gcc -m32 "$work/probe.c" -o "$work/probe" 2>/dev/null; then
            CC='gcc -m32' try 32bit ""
        else
            missing 32bit "gcc-12-multilib with libc6-dev-i386"
        fi ;;
    aarch64 | s390x)
        endian=little
        [ "$one" = aarch64 ] || endian=big
        if command -v "$one-linux-gnu-gcc" >/dev/null && command -v "qemu-$one" >/dev/null; then
            cross_file "$one-linux-gnu" "qemu-$one" "$one" "$endian" >"$work/$one.cross"
            try "$one" "qemu-$one -L /usr/$one-linux-gnu" --cross-file "$work/$one.cross"
        else
            missing "$one" "gcc-$one-linux-gnu or qemu-user"
        fi ;;
    *) echo "portable.sh: there are gcc, clang, musl, 32bit, aarch64 and s390x, not '$one'" >&2; exit 2 ;;
    esac
done
