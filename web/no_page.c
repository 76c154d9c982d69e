/* no_page.c - what stands in the page's place in a program that was built without one. */
#include "serve/site.h"

const unsigned char site_pack[4];
