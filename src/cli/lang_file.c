/* lang_file.c - reads what lang/compile.py reads, and keeps what it would refuse. */
#include "cli/lang_file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/host.h"

/* As lang/compile.py calls them: FORM_KINDS. */
static const char *const lang_kinds[LANG_KINDS] = {"card", "color", "count", "name"};

static char *copy_of(const char *bytes, size_t count)
{
    char *copy = host_allocate(NULL, count + 1);
    memcpy(copy, bytes, count);
    copy[count] = 0;
    return copy;
}

static void trim(const char **bytes, size_t *count)
{
    while (*count > 0 && (**bytes == ' ' || **bytes == '\t')) {
        (*bytes)++;
        (*count)--;
    }
    while (*count > 0 && strchr(" \t\r", (*bytes)[*count - 1]))
        (*count)--;
}

/* What stands behind the word of the directive; false: it is another one. */
static bool is_directive(const char **bytes, size_t *count, const char *word)
{
    const size_t length = strlen(word);
    if (*count <= length || memcmp(*bytes, word, length) != 0 || (*bytes)[length] != ' ')
        return false;
    *bytes += length;
    *count -= length;
    trim(bytes, count);
    return true;
}

/* Adds words; those that are too many are left out. */
static void add_words(char *words, size_t size, const char *bytes, size_t count)
{
    const size_t length = strlen(words);
    if (length + count + 2 > size)
        return;
    snprintf(words + length, size - length, "%s%.*s", length ? " " : "", (int)count, bytes);
}

/* "@forms card = acc gen"; "@suffix acc = ..." and "@prefix acc = ..." make a form */
static void read_forms(struct lang_file *file, const char *bytes, size_t count, bool is_made)
{
    const char *equals = memchr(bytes, '=', count);
    if (!equals)
        return;
    const char *names = equals + 1;
    size_t word_bytes = (size_t)(equals - bytes), names_bytes = count - (size_t)(names - bytes);
    trim(&bytes, &word_bytes);
    trim(&names, &names_bytes);
    if (is_made)
        add_words(file->made, sizeof file->made, bytes, word_bytes);
    for (unsigned kind = 0; kind < LANG_KINDS && !is_made; kind++)
        if (strlen(lang_kinds[kind]) == word_bytes && memcmp(lang_kinds[kind], bytes, word_bytes) == 0)
            add_words(file->forms[kind], sizeof file->forms[kind], names, names_bytes);
}

static void read_directive(struct lang_file *file, const char *bytes, size_t count)
{
    static const size_t prefixes_max = sizeof file->prefixes / sizeof file->prefixes[0];
    const char *equals = memchr(bytes, '=', count);
    if (is_directive(&bytes, &count, "@plural")) {
        file->plural_count = file->inherited_plurals ? 1 : file->plural_count + 1;
        file->inherited_plurals = 0;
    } else if (is_directive(&bytes, &count, "@genders")) {
        add_words(file->genders, sizeof file->genders, bytes, count);
    } else if (is_directive(&bytes, &count, "@forms")) {
        read_forms(file, bytes, count, false);
    } else if (is_directive(&bytes, &count, "@suffix") || is_directive(&bytes, &count, "@prefix")) {
        read_forms(file, bytes, count, true);
    } else if (equals && file->prefix_count < prefixes_max && is_directive(&bytes, &count, "@holes")) {
        const char *prefix = bytes, *holes = equals + 1;
        size_t prefix_bytes = (size_t)(equals - prefix), holes_bytes = count - (size_t)(holes - bytes);
        trim(&prefix, &prefix_bytes);
        trim(&holes, &holes_bytes);
        file->prefixes[file->prefix_count].prefix = copy_of(prefix, prefix_bytes);
        file->prefixes[file->prefix_count++].holes = copy_of(holes, holes_bytes);
    }
}

static const char *holes_by_prefix(const struct lang_file *file, const char *key)
{
    for (unsigned i = 0; i < file->prefix_count; i++)
        if (strncmp(key, file->prefixes[i].prefix, strlen(file->prefixes[i].prefix)) == 0)
            return file->prefixes[i].holes;
    return "";
}

/* KEY = SENTENCE, KEY(HOLE, HOLE) = SENTENCE. */
static int read_entry(struct lang_file *file, const char *bytes, size_t count)
{
    const char *equals = memchr(bytes, '=', count);
    if (!equals)
        return 0;
    const char *left = bytes, *said = equals + 1;
    size_t left_bytes = (size_t)(equals - bytes), said_bytes = count - (size_t)(said - bytes);
    trim(&left, &left_bytes);
    trim(&said, &said_bytes);
    size_t key_bytes = 0;
    while (key_bytes < left_bytes && left[key_bytes] != '(' && left[key_bytes] != ' ')
        key_bytes++;
    bool has_list = key_bytes < left_bytes && left[key_bytes] == '(' && left[left_bytes - 1] == ')';
    if (key_bytes == 0 || (key_bytes < left_bytes && !has_list))
        return 0;
    if (said_bytes > 1 && said[0] == '"' && said[said_bytes - 1] == '"') {
        said++;
        said_bytes -= 2;
    }
    if (file->count == file->size) {
        file->size = file->size ? 2 * file->size : 256;
        file->entries = host_allocate(file->entries, file->size * sizeof file->entries[0]);
    }
    struct lang_entry *entry = &file->entries[file->count++];
    entry->key = copy_of(left, key_bytes);
    entry->said = copy_of(said, said_bytes);
    entry->line = file->line;
    if (has_list) {
        entry->holes = copy_of(left + key_bytes + 1, left_bytes - key_bytes - 2);
        for (char *at = entry->holes; *at; at++)
            *at = *at == ',' ? ' ' : *at;
    } else {
        const char *holes = holes_by_prefix(file, entry->key);
        entry->holes = copy_of(holes, strlen(holes));
    }
    return 1;
}

/* One more line of the last entry. */
static void go_on(struct lang_file *file, const char *bytes, size_t count)
{
    struct lang_entry *entry = &file->entries[file->count - 1];
    size_t length = strlen(entry->said), gap = length > 0;
    entry->said = host_allocate(entry->said, length + gap + count + 1);
    if (gap)
        entry->said[length] = '\n';
    memcpy(entry->said + length + gap, bytes, count);
    entry->said[length + gap + count] = 0;
}

void lang_file_line(struct lang_file *file, const char *bytes, size_t count)
{
    const char *rest = bytes;
    size_t rest_bytes = count;
    file->line++;
    trim(&rest, &rest_bytes);
    if (count > 4 && memcmp(bytes, "    ", 4) == 0 && file->is_open) {
        go_on(file, bytes + 4, count - 4);
        return;
    }
    file->is_open = 0;
    if (rest_bytes == 0 || bytes[0] == '#')
        return;
    if (bytes[0] == '@')
        read_directive(file, rest, rest_bytes);
    else if (read_entry(file, bytes, count))
        file->is_open = 1;
    else if (file->bad_count < sizeof file->bad / sizeof file->bad[0])
        file->bad[file->bad_count++] = file->line;
}

void lang_file_stand_on(struct lang_file *file)
{
    file->inherited = file->count;
    file->inherited_plurals = file->plural_count;
    file->line = 0;
    file->bad_count = 0;
    file->is_open = 0;
}

static const struct lang_entry *find_within(const struct lang_file *file, size_t first, size_t end,
                                            const char *key)
{
    for (size_t i = first; i < end; i++)
        if (strcmp(file->entries[i].key, key) == 0)
            return &file->entries[i];
    return NULL;
}

const struct lang_entry *lang_file_find(const struct lang_file *file, const char *key)
{
    const struct lang_entry *own = find_within(file, file->inherited, file->count, key);
    return own ? own : find_within(file, 0, file->inherited, key);
}

void lang_file_drop(struct lang_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        free(file->entries[i].key);
        free(file->entries[i].said);
        free(file->entries[i].holes);
    }
    for (unsigned i = 0; i < file->prefix_count; i++) {
        free(file->prefixes[i].prefix);
        free(file->prefixes[i].holes);
    }
    free(file->entries);
}
