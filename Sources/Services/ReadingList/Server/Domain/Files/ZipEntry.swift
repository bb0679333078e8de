/// A zip member's local header (APPNOTE, section 4.3.7).
struct ZipEntry {
    /// The signatures that can follow a member.
    enum Signature {
        case member
        /// The archive's directory, with which the members end.
        case directory

        /// nil for anything else.
        init?(_ bytes: ArraySlice<UInt8>) {
            let start = Array(bytes.prefix(4))
            switch start {
            case [0x50, 0x4b, 3, 4]: self = .member
            case [0x50, 0x4b, 1, 2], [0x50, 0x4b, 5, 6], [0x50, 0x4b, 6, 6], [0x50, 0x4b, 6, 8]: self = .directory
            default: return nil
            }
        }
    }

    private(set) var name = ""
    private(set) var packedBytes: Int64 = 0
    private(set) var checksum: UInt32 = 0
    private var flags: UInt64 = 0
    private var method: UInt64 = 0

    private static let headerBytes = 30

    var isEncrypted: Bool { flags & 1 != 0 }
    /// Whether length and checksum follow the data.
    var hasDescriptor: Bool { flags & 8 != 0 }
    var isDeflated: Bool { method == 8 }

    /// Why its data is not read; nil when it is.
    var refusal: String? {
        if isEncrypted { return "This member of the archive is encrypted." }
        return isDeflated || method == 0 ? nil : "This member of the archive has an unsupported compression."
    }

    /// Whether the member's end is unknown without decompressing it, and its compression is unsupported.
    var hasUnknownLength: Bool {
        hasDescriptor && packedBytes == 0 && (!isDeflated || isEncrypted) && !name.hasSuffix("/")
    }

    /// Whether it is a folder, or a Mac's metadata.
    var isOfNoUse: Bool { name.hasSuffix("/") || name.hasPrefix("__MACOSX/") || name.hasSuffix(".DS_Store") }

    /// A member's header and its length; nil when more bytes are needed.
    static func read(_ bytes: ArraySlice<UInt8>) -> (member: ZipEntry, used: Int)? {
        guard bytes.count >= headerBytes else { return nil }
        let (nameBytes, extraBytes) = (Int(number(bytes, at: 26, 2)), Int(number(bytes, at: 28, 2)))
        let used = headerBytes + nameBytes + extraBytes
        guard bytes.count >= used else { return nil }
        var member = ZipEntry()
        member.flags = number(bytes, at: 6, 2)
        member.method = number(bytes, at: 8, 2)
        member.checksum = UInt32(truncatingIfNeeded: number(bytes, at: 14, 4))
        member.packedBytes = Int64(number(bytes, at: 18, 4))
        member.name = FileText.string(bytes.dropFirst(headerBytes).prefix(nameBytes))
        if member.packedBytes == 0xffff_ffff {
            member.packedBytes = wideSize(bytes.dropFirst(headerBytes + nameBytes).prefix(extraBytes)) ?? 0
        }
        return (member, used)
    }

    /// The checksum after the data, with or without a signature.
    func checksum(in descriptor: ArraySlice<UInt8>) -> UInt32 {
        let isSigned = descriptor.starts(with: [0x50, 0x4b, 7, 8])
        return UInt32(truncatingIfNeeded: Self.number(descriptor, at: isSigned ? 4 : 0, 4))
    }

    /// The compressed size in the extra field of long archives (section 4.5.3), after the uncompressed one.
    private static func wideSize(_ extra: ArraySlice<UInt8>) -> Int64? {
        var rest = extra
        while rest.count >= 4 {
            let (id, size) = (number(rest, at: 0, 2), Int(number(rest, at: 2, 2)))
            if id == 1, size >= 16, rest.count >= 20 { return Int64(clamping: number(rest, at: 12, 8)) }
            rest = rest.dropFirst(4 + size)
        }
        return nil
    }

    /// A number with its lowest byte first; bytes that are not there are 0.
    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, _ count: Int) -> UInt64 {
        bytes.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
