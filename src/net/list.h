/* list.h - things in a ring, linked both ways. The link is the first member of the thing, so that a
 * pointer to one is a pointer to the other. */
#ifndef NET_LIST_H
#define NET_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct net_link {
    struct net_link *previous, *next;
};

static inline void net_list_init(struct net_link *list)
{
    list->previous = list->next = list;
}

static inline bool net_list_is_empty(const struct net_link *list)
{
    return list->next == list;
}

static inline void net_list_append(struct net_link *list, struct net_link *link)
{
    link->previous = list->previous;
    link->next = list;
    list->previous->next = link;
    list->previous = link;
}

/* Twice does no harm: what is in no list is a list of its own. */
static inline void net_list_remove(struct net_link *link)
{
    link->previous->next = link->next;
    link->next->previous = link->previous;
    net_list_init(link);
}

#endif
