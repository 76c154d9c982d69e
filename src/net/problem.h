/* problem.h - every reason why a server does not start or a client does not get through: one list
 * yields the value and the sentence in both languages. Where the system has more to say, errno does. */
#ifndef NET_PROBLEM_H
#define NET_PROBLEM_H

/* X(name, Spanish, English) */
#define NET_PROBLEM_LIST(X)                                                                                \
    X(NONE, "todo bien", "all is well")                                                                    \
    X(MEMORY, "no queda memoria", "out of memory")                                                         \
    X(ADDRESS, "no se encuentra esa dirección", "there is no such address")                                \
    X(LISTEN, "no se puede escuchar en esa dirección y ese puerto",                                        \
      "cannot listen on that address and port")                                                            \
    X(DESCRIPTORS, "el sistema permite demasiado pocos archivos abiertos",                                 \
      "the system allows too few open files")                                                              \
    X(CERTIFICATE, "no se puede leer el certificado o su clave", "cannot read the certificate or its key") \
    X(START, "no arranca el servidor HTTP", "the HTTP server does not start")                              \
    X(URL, "eso no es una dirección ws://, wss://, http:// ni https://",                                   \
      "that is not a ws://, wss://, http:// or https:// address")                                          \
    X(CONNECT, "no hay conexión con el servidor", "no connection to the server")                           \
    X(TIMEOUT, "el servidor no contesta", "the server does not answer")                                    \
    X(TRUST, "no se puede confiar en el certificado del servidor",                                         \
      "the server's certificate cannot be trusted")                                                        \
    X(TLS, "falló la conexión cifrada", "the encrypted connection failed")                                 \
    X(ANSWER, "el servidor contesta algo que no se entiende", "the server's answer cannot be understood")  \
    X(REFUSED, "el servidor no acepta la conexión", "the server refuses the connection")                   \
    X(TOO_LONG, "el servidor contesta demasiado", "the server's answer is too long")                       \
    X(PROTOCOL, "el servidor no respeta el protocolo", "the server breaks the protocol")                   \
    X(LOST, "se perdió la conexión", "the connection was lost")

enum net_problem {
#define NET_PROBLEM_VALUE(name, spanish, english) NET_PROBLEM_##name,
    NET_PROBLEM_LIST(NET_PROBLEM_VALUE)
#undef NET_PROBLEM_VALUE
        NET_PROBLEM_COUNT
};

const char *net_problem_spanish(enum net_problem problem);
const char *net_problem_english(enum net_problem problem);

#endif
