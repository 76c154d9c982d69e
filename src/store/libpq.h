/* libpq.h - PostgreSQL's library, loaded when a house on several machines asks for it: a game at home neither
 * loads nor needs it, nor LDAP, Kerberos and OpenSSL with it. What we call of it is in the list below, and is
 * called by its own name. */
#ifndef STORE_LIBPQ_H
#define STORE_LIBPQ_H

#include <libpq-fe.h>
#include <stdbool.h>

#define STORE_LIBPQ_LIST(X) \
    X(PQclear)              \
    X(PQcmdStatus)          \
    X(PQcmdTuples)          \
    X(PQconnectdbParams)    \
    X(PQconninfoFree)       \
    X(PQconninfoParse)      \
    X(PQconsumeInput)       \
    X(PQenterPipelineMode)  \
    X(PQerrorMessage)       \
    X(PQexec)               \
    X(PQexecParams)         \
    X(PQexitPipelineMode)   \
    X(PQfinish)             \
    X(PQflush)              \
    X(PQgetResult)          \
    X(PQgetisnull)          \
    X(PQgetlength)          \
    X(PQgetvalue)           \
    X(PQhost)               \
    X(PQisBusy)             \
    X(PQntuples)            \
    X(PQpipelineSync)       \
    X(PQport)               \
    X(PQprepare)            \
    X(PQresultErrorField)   \
    X(PQresultErrorMessage) \
    X(PQresultStatus)       \
    X(PQsendQuery)          \
    X(PQsendQueryParams)    \
    X(PQsendQueryPrepared)  \
    X(PQserverVersion)      \
    X(PQsetNoticeProcessor) \
    X(PQsetSingleRowMode)   \
    X(PQsetnonblocking)     \
    X(PQsocket)             \
    X(PQstatus)             \
    X(PQtransactionStatus)

struct store_libpq {
#define X(name) __typeof__(name) *name;
    STORE_LIBPQ_LIST(X)
#undef X
};

extern struct store_libpq store__libpq;

/* Once it is true all of them can be called, in any thread. False: this system has no libpq. */
bool store__libpq_load(void);

#ifndef STORE_LIBPQ_ITSELF
#define PQclear store__libpq.PQclear
#define PQcmdStatus store__libpq.PQcmdStatus
#define PQcmdTuples store__libpq.PQcmdTuples
#define PQconnectdbParams store__libpq.PQconnectdbParams
#define PQconninfoFree store__libpq.PQconninfoFree
#define PQconninfoParse store__libpq.PQconninfoParse
#define PQconsumeInput store__libpq.PQconsumeInput
#define PQenterPipelineMode store__libpq.PQenterPipelineMode
#define PQerrorMessage store__libpq.PQerrorMessage
#define PQexec store__libpq.PQexec
#define PQexecParams store__libpq.PQexecParams
#define PQexitPipelineMode store__libpq.PQexitPipelineMode
#define PQfinish store__libpq.PQfinish
#define PQflush store__libpq.PQflush
#define PQgetResult store__libpq.PQgetResult
#define PQgetisnull store__libpq.PQgetisnull
#define PQgetlength store__libpq.PQgetlength
#define PQgetvalue store__libpq.PQgetvalue
#define PQhost store__libpq.PQhost
#define PQisBusy store__libpq.PQisBusy
#define PQntuples store__libpq.PQntuples
#define PQpipelineSync store__libpq.PQpipelineSync
#define PQport store__libpq.PQport
#define PQprepare store__libpq.PQprepare
#define PQresultErrorField store__libpq.PQresultErrorField
#define PQresultErrorMessage store__libpq.PQresultErrorMessage
#define PQresultStatus store__libpq.PQresultStatus
#define PQsendQuery store__libpq.PQsendQuery
#define PQsendQueryParams store__libpq.PQsendQueryParams
#define PQsendQueryPrepared store__libpq.PQsendQueryPrepared
#define PQserverVersion store__libpq.PQserverVersion
#define PQsetNoticeProcessor store__libpq.PQsetNoticeProcessor
#define PQsetSingleRowMode store__libpq.PQsetSingleRowMode
#define PQsetnonblocking store__libpq.PQsetnonblocking
#define PQsocket store__libpq.PQsocket
#define PQstatus store__libpq.PQstatus
#define PQtransactionStatus store__libpq.PQtransactionStatus
#endif

#endif
