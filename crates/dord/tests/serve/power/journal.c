/*
 * Preload library (LD_PRELOAD) that records a program's writes to the files of a folder, and its syncs.
 *
 * A test kills the program and then reconstructs the files that a power cut would have left: everything
 * up to the last sync, and a random part of what came later.
 *
 * A record is: kind, length of the path, the path, offset, length of the data, the data. Numbers are
 * 8 bytes in native byte order. While the file named by DORD_POWER_LIE exists, syncs report success
 * without being recorded, as on a lying disk.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;

static ssize_t (*real_write)(int, const void *, size_t);

/* Stores the path of an open file and returns whether it is in the watched folder. */
static int watched(int fd, char *path, size_t size) {
    const char *folder = getenv("DORD_POWER_FOLDER");
    char link[64];
    if (folder == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    /* The index of the write-ahead log is rebuilt from the log. */
    if (length > 4 && strcmp(path + length - 4, "-shm") == 0) return 0;
    return strncmp(path, folder, strlen(folder)) == 0;
}

static void put(const void *data, size_t size) {
    const char *from = data;
    while (size > 0) {
        ssize_t done = real_write(journal, from, size);
        if (done <= 0) abort();
        from += done;
        size -= (size_t)done;
    }
}

static void note(char kind, const char *path, uint64_t offset, const void *data, uint64_t size) {
    if (journal < 0) {
        real_write = dlsym(RTLD_NEXT, "write");
        journal = open(getenv("DORD_POWER_JOURNAL"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (journal < 0) abort();
    }
    uint64_t head[3] = {strlen(path), offset, size};
    put(&kind, 1);
    put(&head[0], 8);
    put(path, head[0]);
    put(&head[1], 16);
    if (data != NULL) put(data, size);
}

#define REAL(name, type) static type real; if (!real) real = (type)dlsym(RTLD_NEXT, name)

typedef ssize_t (*write_fn)(int, const void *, size_t);
typedef ssize_t (*pwrite_fn)(int, const void *, size_t, off64_t);
typedef int (*sync_fn)(int);
typedef int (*truncate_fn)(int, off64_t);

static ssize_t write_at(pwrite_fn real, int fd, const void *data, size_t size, off64_t offset) {
    char path[4096];
    if (!watched(fd, path, sizeof path)) return real(fd, data, size, offset);
    pthread_mutex_lock(&lock);
    ssize_t done = real(fd, data, size, offset);
    if (done > 0) note('w', path, (uint64_t)offset, data, (uint64_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
    REAL("pwrite", pwrite_fn);
    return write_at(real, fd, data, size, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    REAL("pwrite64", pwrite_fn);
    return write_at(real, fd, data, size, offset);
}

ssize_t write(int fd, const void *data, size_t size) {
    REAL("write", write_fn);
    char path[4096];
    if (!watched(fd, path, sizeof path)) return real(fd, data, size);
    pthread_mutex_lock(&lock);
    off64_t offset = lseek64(fd, 0, SEEK_CUR);
    ssize_t done = real(fd, data, size);
    if (done > 0) note('w', path, (uint64_t)offset, data, (uint64_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}

static int cut(truncate_fn real, int fd, off64_t size) {
    char path[4096];
    if (!watched(fd, path, sizeof path)) return real(fd, size);
    pthread_mutex_lock(&lock);
    int done = real(fd, size);
    if (done == 0) note('t', path, (uint64_t)size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate(int fd, off_t size) {
    REAL("ftruncate", truncate_fn);
    return cut(real, fd, size);
}

int ftruncate64(int fd, off64_t size) {
    REAL("ftruncate64", truncate_fn);
    return cut(real, fd, size);
}

static int keep(sync_fn real, int fd) {
    char path[4096];
    if (!watched(fd, path, sizeof path)) return real(fd);
    const char *lie = getenv("DORD_POWER_LIE");
    if (lie != NULL && access(lie, F_OK) == 0) return 0;
    pthread_mutex_lock(&lock);
    note('s', path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

typedef int (*unlink_fn)(const char *);

/* SQLite uses absolute paths. */
int unlink(const char *path) {
    REAL("unlink", unlink_fn);
    const char *folder = getenv("DORD_POWER_FOLDER");
    if (folder == NULL || strncmp(path, folder, strlen(folder)) != 0) return real(path);
    pthread_mutex_lock(&lock);
    int done = real(path);
    if (done == 0) note('u', path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}

int fsync(int fd) {
    REAL("fsync", sync_fn);
    return keep(real, fd);
}

int fdatasync(int fd) {
    REAL("fdatasync", sync_fn);
    return keep(real, fd);
}
