internal import Foundation

/// Small files of the user's cache directory, which others cannot read.
enum CacheFile {
    private static let (fileMode, folderMode) = (0o600, 0o700)

    /// Replaces a file's content as a whole, and creates its folder. A failed write is no error: what is cached can be had
    /// again, or is missed by a convenience alone.
    static func write(_ value: some Encodable, to path: String) {
        guard let data = try? JSONEncoder().encode(value) else { return }
        let files = FileManager.default
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try? files.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: folderMode])
        let temporary = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
        guard files.createFile(atPath: temporary, contents: data, attributes: [.posixPermissions: fileMode]) else {
            return
        }
        if rename(temporary, path) != 0 { try? files.removeItem(atPath: temporary) }
    }

    /// A file's content; nil when there is none that can be read.
    static func read<Value: Decodable>(_: Value.Type, from path: String) -> Value? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
    }

    /// A text as a part of a file's name, of bounded length.
    static func name(_ text: String) -> String {
        let plain = text.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "_\(String(byte, radix: 16))"
        }.joined()
        return String(plain.suffix(longestName))
    }

    private static let longestName = 80
}
