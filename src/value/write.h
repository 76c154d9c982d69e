/* write.h - JSON for what is told of a record: "key": value, with a comma where one is due. */
#ifndef VALUE_WRITE_H
#define VALUE_WRITE_H

#include "penultima/penultima.h"

void value_put_key(struct pen_text *text, const char *key);
void value_put_string(struct pen_text *text, const char *key, const char *string);
void value_put_number(struct pen_text *text, const char *key, unsigned number);
void value_put_truth(struct pen_text *text, const char *key, bool is_so);
void value_put_share(struct pen_text *text, const char *key, double share);
/* Six digits after the point, none of them rounded. */
void value_put_millionths(struct pen_text *text, const char *key, int64_t millionths);

#endif
