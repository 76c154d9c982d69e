/* mesa_name.c - what can be a player's name.
 *
 * Letters and digits of any script. The table lists what is not a letter instead of what is: signs,
 * spaces, invisible and private characters. It is short because it only has to keep apart what could
 * break a line of a record or make two names look alike by characters that nobody sees. */
#include "mesa.h"
#include "scan.h"

static const struct {
    uint32_t first, last;
} not_letters[] = {
    {0x80, 0xa9},       {0xab, 0xb4},       {0xb6, 0xb9},       {0xbb, 0xbf},          {0xd7, 0xd7},
    {0xf7, 0xf7},       {0x2c2, 0x2c5},     {0x2d2, 0x2df},     {0x2e5, 0x2eb},        {0x2ed, 0x2ed},
    {0x2ef, 0x2ff},     {0x34f, 0x34f},     {0x375, 0x375},     {0x37e, 0x37e},        {0x384, 0x385},
    {0x387, 0x387},     {0x3f6, 0x3f6},     {0x482, 0x482},     {0x55a, 0x55f},        {0x589, 0x58f},
    {0x5be, 0x5be},     {0x5c0, 0x5c0},     {0x5c3, 0x5c3},     {0x5c6, 0x5c6},        {0x5f3, 0x5f4},
    {0x600, 0x60f},     {0x61b, 0x61f},     {0x66a, 0x66d},     {0x6d4, 0x6d4},        {0x6dd, 0x6de},
    {0x6e9, 0x6e9},     {0x6fd, 0x6fe},     {0x700, 0x70f},     {0x7f6, 0x7f9},        {0x964, 0x965},
    {0x970, 0x970},     {0xe3f, 0xe3f},     {0xe4f, 0xe4f},     {0xe5a, 0xe5b},        {0xf01, 0xf17},
    {0x104a, 0x104f},   {0x10fb, 0x10fb},   {0x115f, 0x1160},   {0x1360, 0x1368},      {0x1390, 0x1399},
    {0x1400, 0x1400},   {0x166d, 0x166e},   {0x1680, 0x1680},   {0x169b, 0x169c},      {0x16eb, 0x16ed},
    {0x17b4, 0x17b5},   {0x17d4, 0x17db},   {0x1800, 0x180f},   {0x1940, 0x1945},      {0x19de, 0x19ff},
    {0x1fbd, 0x1fbd},   {0x1fbf, 0x1fc1},   {0x1fcd, 0x1fcf},   {0x1fdd, 0x1fdf},      {0x1fed, 0x1fef},
    {0x1ffd, 0x1ffe},   {0x2000, 0x2bff},   {0x2ce5, 0x2cea},   {0x2cf9, 0x2cff},      {0x2e00, 0x3004},
    {0x3008, 0x3030},   {0x3036, 0x3037},   {0x303d, 0x3040},   {0x309b, 0x309c},      {0x30a0, 0x30a0},
    {0x30fb, 0x30fb},   {0x3164, 0x3164},   {0x3190, 0x319f},   {0x31c0, 0x31ef},      {0x3200, 0x33ff},
    {0x4dc0, 0x4dff},   {0xa490, 0xa4cf},   {0xa4fe, 0xa4ff},   {0xa60d, 0xa60f},      {0xa673, 0xa673},
    {0xa67e, 0xa67e},   {0xa6f2, 0xa721},   {0xa789, 0xa78a},   {0xa828, 0xa839},      {0xa874, 0xa877},
    {0xd800, 0xf8ff},   {0xfb29, 0xfb29},   {0xfbb2, 0xfbc2},   {0xfd3e, 0xfd4f},      {0xfdc8, 0xfdef},
    {0xfdfc, 0xfe6f},   {0xfeff, 0xff0f},   {0xff1a, 0xff20},   {0xff3b, 0xff40},      {0xff5b, 0xff65},
    {0xffa0, 0xffa0},   {0xffe0, 0xffff},   {0x10100, 0x101ff}, {0x1bca0, 0x1bca3},    {0x1cf00, 0x1d3ff},
    {0x1f000, 0x1fbef}, {0x1fffe, 0x1ffff}, {0x2fffe, 0x2ffff}, {0x3fffe, UINT32_MAX},
};

static bool is_letter(uint32_t point)
{
    if (point < 0x80)
        return (point >= '0' && point <= '9') || (point >= 'A' && point <= 'Z') ||
               (point >= 'a' && point <= 'z') || point == '_' || point == '-';
    for (size_t index = 0; index < sizeof not_letters / sizeof not_letters[0]; index++)
        if (point >= not_letters[index].first && point <= not_letters[index].last)
            return false;
    return true;
}

bool pen_name_is_good(const char *bytes, size_t count)
{
    static const char *const taken[] = {"nobody", "all", "open", "void", "none", "deal", "expect", "hand"};
    if (count == 0 || count > PEN_PLAYER_BYTES - 1)
        return false;
    for (size_t at = 0, length; at < count; at += length) {
        uint32_t point;
        length = pen__utf8_take(bytes + at, count - at, &point);
        if (length == 0 || !is_letter(point))
            return false;
    }
    for (size_t index = 0; index < sizeof taken / sizeof taken[0]; index++)
        if (pen__equals(bytes, count, taken[index]))
            return false;
    return true;
}

bool pen_name_read(const char *bytes, size_t count, char name[PEN_PLAYER_BYTES])
{
    size_t used = 0;
    bool has_blank = false, fits = true;
    memset(name, 0, PEN_PLAYER_BYTES);
    for (size_t at = 0; at < count && fits; at++) {
        if (bytes[at] == ' ' || bytes[at] == '\t') {
            has_blank = used > 0;
            continue;
        }
        fits = used + (has_blank ? 2 : 1) < PEN_PLAYER_BYTES;
        if (fits && has_blank)
            name[used++] = '_';
        if (fits)
            name[used++] = bytes[at];
        has_blank = false;
    }
    if (fits && pen_name_is_good(name, used))
        return true;
    memset(name, 0, PEN_PLAYER_BYTES);
    return false;
}

void pen_name_show(char name[PEN_PLAYER_BYTES])
{
    for (size_t at = 1; at + 1 < PEN_PLAYER_BYTES && name[at - 1] && name[at] && name[at + 1]; at++)
        if (name[at] == '_' && name[at - 1] != '_' && name[at - 1] != ' ' && name[at + 1] != '_')
            name[at] = ' ';
}

void pen_names_show(struct pen_names *names)
{
    for (unsigned seat = 0; seat < names->count; seat++)
        pen_name_show(names->name[seat]);
}
