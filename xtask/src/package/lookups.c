/*
 * Looks names up in files and by DNS, whatever /etc/nsswitch.conf says.
 *
 * Linked into static programs. The modules in that file, such as mdns4_minimal or systemd, are shared
 * libraries for the machine's C library. A static program has another one, and crashes when it loads them.
 */
#include <nss.h>

__attribute__((constructor)) static void look_up_without_modules(void) {
    __nss_configure_lookup("hosts", "files dns");
    __nss_configure_lookup("services", "files");
    __nss_configure_lookup("passwd", "files");
    __nss_configure_lookup("group", "files");
}
