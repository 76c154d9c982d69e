/* trust.h - whom a client believes that they are who they say: the system's list of authorities, or
 * those of one file. Made once and used by any number of clients. */
#ifndef NET_TRUST_H
#define NET_TRUST_H

struct net_trust; /* create and destroy */

/* 'ca_file' may be null: the system's list. Null if there is nobody to trust. */
struct net_trust *net_trust_create(const char *ca_file);
void net_trust_destroy(struct net_trust *trust);

#endif
