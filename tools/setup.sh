# shellcheck shell=sh disable=SC2154
# setup.sh - what ./run and ./check share; they read it after setting 'root'.
# Installs what is missing (Debian), configures build folders, builds quietly.

say() { printf '%s\n' "$*" >&2; }
fail() { say "$(basename -- "$0"): $*"; exit 2; }

has() { command -v "$1" >/dev/null 2>&1; }
has_daemon() { has "$1" || [ -x "/usr/sbin/$1" ]; }
has_c_headers() { echo '#include <stdio.h>' | gcc -E -x c - >/dev/null 2>&1; }
has_clang_runtime() {
    probe=$(mktemp -d)
    echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d && n > 9; }' \
        >"$probe/probe.c"
    if clang -fsanitize=fuzzer,address,undefined -o "$probe/probe" "$probe/probe.c" >/dev/null 2>&1
    then found=0; else found=1; fi
    rm -rf "$probe"
    return $found
}

# install PACKAGE...: with apt, or say what is missing.
install() {
    if ! has apt-get; then
        fail "this system has no apt-get; install these packages (their Debian names) yourself: $*"
    fi
    as_root=
    if [ "$(id -u)" != 0 ]; then
        has sudo || fail "to install packages be root or have sudo; missing: $*"
        as_root=sudo
    fi
    say "Installing: $*"
    log=$(mktemp)
    if ! { $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" ||
           { $as_root apt-get update &&
             $as_root env DEBIAN_FRONTEND=noninteractive \
                 apt-get install -y --no-install-recommends "$@"; }; } >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        fail "apt-get could not install: $*"
    fi
    rm -f "$log"
}

# The need_... functions note what is missing; install_missing gets all of it at once.
missing=

need_to_build() {
    has gcc || missing="$missing gcc"
    { has gcc && has_c_headers; } || missing="$missing libc6-dev"
    has meson || missing="$missing meson"
    has ninja || missing="$missing ninja-build"
    has pkg-config || missing="$missing pkg-config"
    has python3 || missing="$missing python3"
    pkg-config --exists ncursesw 2>/dev/null || missing="$missing libncurses-dev"
    pkg-config --exists libmicrohttpd 2>/dev/null || missing="$missing libmicrohttpd-dev"
    pkg-config --exists gnutls 2>/dev/null || missing="$missing libgnutls28-dev"
    pkg-config --exists hogweed 2>/dev/null || missing="$missing nettle-dev"
    pkg-config --exists sqlite3 2>/dev/null || missing="$missing libsqlite3-dev"
    pkg-config --exists zlib 2>/dev/null || missing="$missing zlib1g-dev"
    pkg-config --exists libsodium 2>/dev/null || missing="$missing libsodium-dev"
    # The page runs the same C as WebAssembly.
    has clang || missing="$missing clang"
    has wasm-ld || missing="$missing lld"
    # And is packed smaller than gzip can, for browsers that take it.
    has brotli || missing="$missing brotli"
    has zopfli || missing="$missing zopfli"
    has wasm-opt || missing="$missing binaryen"
    # Its typefaces are cut down to the letters it needs (web/fonts.py).
    [ -d /usr/share/fonts/truetype/vollkorn ] || missing="$missing fonts-vollkorn"
    [ -d /usr/share/fonts/truetype/lato ] || missing="$missing fonts-lato"
    { python3 -c 'import brotli, fontTools' || /usr/bin/python3 -c 'import brotli, fontTools'; } 2>/dev/null ||
        missing="$missing python3-fonttools python3-brotli"
}

# A house on several machines: its database, and the door in front of the nodes.
need_for_cluster() {
    pkg-config --exists libpq 2>/dev/null || missing="$missing libpq-dev"
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || has initdb || missing="$missing postgresql"
    has_daemon haproxy || missing="$missing haproxy"
}

# Its database twice, of which one takes the other's place.
need_for_replicated() {
    need_for_cluster
    has patroni || missing="$missing patroni"
    has etcd || missing="$missing etcd-server"
}

need_to_check() {
    pkg-config --exists cmocka 2>/dev/null || missing="$missing libcmocka-dev"
    # A second opinion on our JSON.
    pkg-config --exists jansson 2>/dev/null || missing="$missing libjansson-dev"
    { has clang && has_clang_runtime; } || missing="$missing libclang-rt-dev"
    # sim and tournament over several processes; the program itself can do without.
    pkg-config --exists ompi-c 2>/dev/null || missing="$missing libopenmpi-dev"
    has mpirun || missing="$missing openmpi-bin"
    # A real terminal and a real browser.
    has tmux || missing="$missing tmux"
    { has infocmp && infocmp xterm-direct >/dev/null 2>&1; } || missing="$missing ncurses-term"
    has node || missing="$missing nodejs"
    has npm || missing="$missing npm"
    has chromium || missing="$missing chromium"
    # The documents as a site.
    has mkdocs || missing="$missing mkdocs"
    # How C is to be formatted; and a second C library for the library alone.
    has clang-format || missing="$missing clang-format"
    has musl-gcc || missing="$missing musl-tools"
    need_for_replicated
    # The proxies of docs/OPERATING.md.
    has_daemon nginx || missing="$missing nginx"
    has caddy || missing="$missing caddy"
    has openssl || missing="$missing openssl"
    # The package for Python is installed and tried in an environment of its own.
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"
}

install_missing() {
    # The list is to be split into words.
    # shellcheck disable=SC2086
    [ -z "$missing" ] || install $missing
    missing=
}

# quietly WHAT COMMAND...: shows the output only if it fails, and signs of life after a second.
quietly() {
    what=$1
    shift
    log=$(mktemp)
    (
        sleep 1 >/dev/null 2>&1
        [ -t 2 ] || { say "$what ..."; exit; }
        while :; do
            printf '\r\033[K%s: %s' "$what" "$(tail -n 1 "$log" | cut -c 1-50)" >&2
            sleep 1 >/dev/null 2>&1
        done
    ) &
    watcher=$!
    status=0
    "$@" >"$log" 2>&1 || status=$?
    kill "$watcher" 2>/dev/null || :
    wait "$watcher" 2>/dev/null || :
    [ -t 2 ] && printf '\r\033[K' >&2
    # The steps that went well say nothing about what is wrong.
    [ "$status" = 0 ] || sed '/^\[[0-9]*\/[0-9]*\] /d' "$log" >&2
    rm -f "$log"
    return "$status"
}

# can_write FOLDER: one sentence instead of what a dozen tools say about it.
can_write() {
    { [ ! -e "$1" ] || [ -w "$1" ]; } && [ -w "$root" ] && return
    fail "cannot write in $root: copy the folder to a place of your own, or run this as its owner"
}

# configure COMPILER FOLDER OPTION...: sets the build folder up unless it is, in just this way.
configure() {
    compiler=$1 folder=$2
    shift 2
    # The number changes when outputs move: Ninja would delete what an older folder has in their places.
    stamp="2 $compiler $root $*"
    [ -w "$root" ] || can_write "$folder"
    if [ -f "$folder/build.ninja" ] && [ "$(cat "$folder/penultima-setup" 2>/dev/null)" = "$stamp" ]; then
        return 0
    fi
    can_write "$folder"
    rm -rf "$folder"
    quietly "Setting up $(basename -- "$folder")" env CC="$compiler" meson setup "$@" "$folder" "$root" || return
    printf '%s\n' "$stamp" >"$folder/penultima-setup"
}
