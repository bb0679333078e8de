#ifndef HEARTH_VERSION_STAMP_H
#define HEARTH_VERSION_STAMP_H

/* What a release has written into the executable: "VERSION COMMIT", or an empty string in a build that is no release. */
const char *hearth_version_stamp(void);

#endif
