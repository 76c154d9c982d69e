#!/bin/sh
# Installs Penúltima into a Debian 12 that has nothing but what it needs to build, as somebody would who has just
# read the README, and uses what was installed: the program, and the library with pkg-config, bots included.
#   tools/clean-debian.sh              as root; needs debootstrap and a mirror, some 2 GB in $TMPDIR and a few minutes
#   MIRROR=http://... tools/clean-debian.sh
#   ROOT=FOLDER tools/clean-debian.sh  a debootstrap of bookworm that is there already; it is kept
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
mirror=${MIRROR:-http://deb.debian.org/debian}
[ "$(id -u)" = 0 ] || { echo "clean-debian.sh: must be root, because of chroot" >&2; exit 2; }
if [ -z "${ROOT:-}" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    ROOT=$work/root
    debootstrap --variant=minbase bookworm "$ROOT" "$mirror" >"$work/log" 2>&1 || { tail "$work/log" >&2; exit 1; }
fi
inside() { chroot "$ROOT" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root "$@"; }

cp /etc/resolv.conf "$ROOT/etc/resolv.conf"
rm -rf "$ROOT/src" && mkdir "$ROOT/src"
git -C "$here" archive HEAD | tar -x -C "$ROOT/src"

# What tools/setup.sh says is missing there.
inside sh -c 'cd /src && root=/src && . tools/setup.sh && need_to_build && install_missing'
inside sh -ec 'cd /src && meson setup --buildtype=release build && ninja -C build install' >"$ROOT/log" 2>&1 ||
    { tail "$ROOT/log" >&2; echo "not ok: does not install"; exit 1; }
echo "ok: installed"

cat >"$ROOT/game.c" <<'END'
#include <stdio.h>
#include <penultima/bot.h>
#include <penultima/penultima.h>

int main(void)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    static struct pen_game game;
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    unsigned actions = 0;
    if (!pen_edition_builtin("classic", &edition) ||
        pen_table_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD)
        return 1;
    static struct bot bots[3];
    for (unsigned seat = 0; seat < 3; seat++)
        pen_bot_init(&bots[seat], (struct bot_spec){.level = BOT_RULE}, 7 + seat, NULL);
    pen_game_start_quick(&rules, &game, 3, 0, 2024);
    while (game.winners == 0) {
        if (pen_round_must(&game.round) == 0) {
            pen_game_deal_quick(&rules, &game);
            continue;
        }
        struct pen_view view;
        const uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(&game.round));
        pen_view_init(&view, seat);
        pen_view_glance(&view, &rules, &game.round);
        if (pen_game_apply(&rules, &game, pen_bot_choose(&bots[seat], &rules, &view), NULL) != PEN_ACCEPTED)
            return 2;
        actions++;
    }
    printf("%s: %u rounds, %u actions\n", pen_version(), game.round_number, actions);
    return 0;
}
END
inside sh -ec 'cc -Wall -Werror -o /game /game.c $(pkg-config --cflags --libs penultima) && /game' ||
    { echo "not ok: a program with the shared library"; exit 1; }
inside sh -ec 'ldd /game | grep -q "libpenultima.so.* => /usr/local/lib" && ldconfig -p | grep -q libpenultima.so' ||
    { echo "not ok: ldconfig was not told"; exit 1; }
echo "ok: a program is compiled by pkg-config, finds the library and plays with bots"
inside sh -ec 'cd / && penultima demo --lang es >/dev/null && penultima sim --games 100 --bots rank,rule >/dev/null &&
    penultima edition check /usr/local/share/penultima/editions/verbena.edition' ||
    { echo "not ok: the installed program"; exit 1; }
echo "ok: the installed program plays, and finds its editions"
inside sh -ec 'cd / && mkdir -p /run/lock /tmp && penultima serve --port 0 --data /tmp/tables.db >/tmp/out 2>&1 & pid=$!
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do grep -qs http:// /tmp/out && break; sleep 1; done
    url=$(grep -o "http://[^ ]*" /tmp/out | head -n 1)
    python3 -c "import sys, urllib.request; page = urllib.request.urlopen(sys.argv[1]).read(); assert b\"app.js\" in page" "$url"
    kill $pid' || { cat "$ROOT/tmp/out"; echo "not ok: the installed server and its page"; exit 1; }
echo "ok: the installed server serves the page"
