internal import Basics
internal import Glibc

extension PrivateFile {
    /// Makes a directory that only this user can enter, or checks that an existing one is safe for keys.
    package static func makeDirectory(_ path: String) throws(KeyFileError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(call: "mkdir", path: path, errno: errno) }
        try checkDirectory(path)
    }

    /// Rejects a directory that is a link, belongs to another user or is writable by others.
    package static func checkDirectory(_ path: String) throws(KeyFileError) {
        guard let status = FileStatus(path: path, followsLinks: false) else {
            throw .system(call: "stat", path: path, errno: errno)
        }
        guard status.isDirectory else { throw .notPrivate(path: path, reason: "it is not a directory") }
        try checkOwner(status, path: path, forbidden: 0o022)
    }

    /// The names in a directory, sorted; empty when there is none.
    static func names(in path: String) throws(KeyFileError) -> [String] {
        guard let directory = opendir(path) else {
            if errno == ENOENT { return [] }
            throw .system(call: "opendir", path: path, errno: errno)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
            }
            names.append(name)
        }
        return names.sorted()
    }

    /// Removes a file; does nothing when there is none.
    static func remove(_ path: String) throws(KeyFileError) {
        if unlink(path) != 0, errno != ENOENT { throw .system(call: "unlink", path: path, errno: errno) }
    }
}
