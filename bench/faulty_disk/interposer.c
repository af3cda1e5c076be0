/* Lets a file operation of a process fail, chosen by its number. Loaded with LD_PRELOAD.
 *
 * It stands between the program, SQLite included, and the C library. Only files below one folder
 * are concerned, and only between faulty_disk_arm() and faulty_disk_disarm().
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* The kinds of operations, as faulty_disk.py names them. */
enum { OPEN = 1, READ = 2, MAKE = 4, WRITE = 8, SYNC = 16, ERASE = 32, NAME = 64, EDIT = 128, LIST = 256 };

static char folder[PATH_MAX];
static char failed[PATH_MAX + 64]; /* the first operation that failed: "fsync /home/file" */
static atomic_long number;
static long chosen;
static int is_armed, kinds, code, is_lasting, is_short;

void faulty_disk_arm(const char *below, long position, int which, int error, int lasts, int halves) {
    snprintf(folder, sizeof folder, "%s", below);
    failed[0] = 0;
    number = 0;
    chosen = position, kinds = which, code = error, is_lasting = lasts, is_short = halves;
    is_armed = 1;
}

long faulty_disk_disarm(void) {
    is_armed = 0;
    return number;
}

const char *faulty_disk_failed(void) { return failed; }

static int is_below(const char *path) {
    return path && strncmp(path, folder, strlen(folder)) == 0;
}

/* Whether this operation is to fail; sets errno. */
static int fails(int kind, const char *name, const char *path) {
    if (!is_armed || !(kinds & kind) || !is_below(path)) return 0;
    long mine = atomic_fetch_add(&number, 1);
    if (is_lasting ? mine < chosen : mine != chosen) return 0;
    if (!failed[0]) snprintf(failed, sizeof failed, "%s %s", name, path);
    errno = code;
    return 1;
}

static int fails_at(int kind, const char *name, int descriptor) {
    char link[64], path[PATH_MAX];
    if (!is_armed || !(kinds & kind)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    int before = errno;
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = before;
    if (length <= 0) return 0;
    path[length] = 0;
    return fails(kind, name, path);
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name)

static int kind_of(int flags, const char *path) {
    if (flags & O_CREAT && access(path, F_OK)) return MAKE;
    return flags & (O_WRONLY | O_RDWR) ? EDIT : OPEN;
}

#define OPENS(name)                                                                       \
    int name(const char *path, int flags, ...) {                                          \
        REAL(name);                                                                       \
        va_list rest;                                                                     \
        va_start(rest, flags);                                                            \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;           \
        va_end(rest);                                                                     \
        return fails(kind_of(flags, path), "open", path) ? -1 : real(path, flags, mode);        \
    }
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                                    \
    int name(int at, const char *path, int flags, ...) {                                  \
        REAL(name);                                                                       \
        va_list rest;                                                                     \
        va_start(rest, flags);                                                            \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;           \
        va_end(rest);                                                                     \
        int does = path[0] == '/' ? fails(kind_of(flags, path), "open", path)             \
                                  : fails_at(OPEN, "open", at);                           \
        return does ? -1 : real(at, path, flags, mode);                                   \
    }
OPENS_AT(openat)
OPENS_AT(openat64)

DIR *opendir(const char *path) {
    REAL(opendir);
    return fails(LIST, "opendir", path) ? NULL : real(path);
}

#define BY_PATH(name, kind, parameters, arguments)                                        \
    int name parameters {                                                                 \
        REAL(name);                                                                       \
        return fails(kind, #name, path) ? -1 : real arguments;                            \
    }
BY_PATH(mkdir, NAME, (const char *path, mode_t mode), (path, mode))
BY_PATH(unlink, ERASE, (const char *path), (path))
BY_PATH(rmdir, ERASE, (const char *path), (path))
BY_PATH(rename, NAME, (const char *path, const char *to), (path, to))
BY_PATH(link, NAME, (const char *path, const char *to), (path, to))
BY_PATH(linkat, NAME, (int at, const char *path, int there, const char *to, int flags),
        (at, path, there, to, flags))
BY_PATH(renameat2, NAME, (int at, const char *path, int there, const char *to, unsigned flags),
        (at, path, there, to, flags))

int unlinkat(int at, const char *path, int flags) {
    REAL(unlinkat);
    int does = path[0] == '/' ? fails(ERASE, "unlink", path) : fails_at(ERASE, "unlink", at);
    return does ? -1 : real(at, path, flags);
}

#define BY_DESCRIPTOR(result, name, kind, parameters, arguments)                          \
    result name parameters {                                                              \
        REAL(name);                                                                       \
        return fails_at(kind, #name, descriptor) ? -1 : real arguments;                   \
    }
BY_DESCRIPTOR(ssize_t, read, READ, (int descriptor, void *to, size_t size), (descriptor, to, size))
BY_DESCRIPTOR(ssize_t, pread, READ, (int descriptor, void *to, size_t size, off_t at),
              (descriptor, to, size, at))
BY_DESCRIPTOR(ssize_t, pread64, READ, (int descriptor, void *to, size_t size, off64_t at),
              (descriptor, to, size, at))
BY_DESCRIPTOR(int, fsync, SYNC, (int descriptor), (descriptor))
BY_DESCRIPTOR(int, fdatasync, SYNC, (int descriptor), (descriptor))
BY_DESCRIPTOR(int, ftruncate, ERASE, (int descriptor, off_t size), (descriptor, size))
BY_DESCRIPTOR(int, ftruncate64, ERASE, (int descriptor, off64_t size), (descriptor, size))
BY_DESCRIPTOR(ssize_t, sendfile, WRITE, (int descriptor, int from, off_t *at, size_t size),
              (descriptor, from, at, size))
BY_DESCRIPTOR(ssize_t, sendfile64, WRITE, (int descriptor, int from, off64_t *at, size_t size),
              (descriptor, from, at, size))

/* Of a short write half is done, and no error is told. */
#define WRITES(name, parameters, halved, whole)                                           \
    ssize_t name parameters {                                                             \
        REAL(name);                                                                       \
        if (!fails_at(WRITE, #name, descriptor)) return real whole;                       \
        return is_short && size > 1 ? real halved : is_short ? real whole : -1;           \
    }
WRITES(write, (int descriptor, const void *from, size_t size), (descriptor, from, size / 2),
       (descriptor, from, size))
WRITES(pwrite, (int descriptor, const void *from, size_t size, off_t at),
       (descriptor, from, size / 2, at), (descriptor, from, size, at))
WRITES(pwrite64, (int descriptor, const void *from, size_t size, off64_t at),
       (descriptor, from, size / 2, at), (descriptor, from, size, at))
