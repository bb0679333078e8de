/// Reads the payload of a container at any place, and checks each chunk that it reads.
final class ContainerReader {
    private let file: SystemFile
    private let header: ContainerHeader
    private let seal: ChunkSeal
    private let chunks: UInt64
    /// Bytes of the payload.
    let payloadBytes: Int64
    private var known: (number: UInt64, payload: [UInt8])?

    /// The kind of key that a container needs; nil when it is not encrypted.
    ///
    /// - Throws: ``BackupError``.
    static func kind(of path: String) throws(BackupError) -> BackupKey.Kind? {
        try header(of: SystemFile.open(reading: path)).kind
    }

    private static func header(of file: SystemFile) throws(BackupError) -> ContainerHeader {
        try ContainerHeader(try file.read(ContainerHeader.bytes, at: 0), path: file.path)
    }

    /// Opens a container, and checks its header, its length and the key.
    ///
    /// - Throws: ``BackupError``.
    init(_ path: String, key: BackupKey?) throws(BackupError) {
        file = try SystemFile.open(reading: path)
        header = try Self.header(of: file)
        let size = try file.size()
        let end = try file.read(ContainerHeader.endBytes, at: max(0, size - Int64(ContainerHeader.endBytes)))
        guard end.suffix(ContainerHeader.endMagic.count) == ContainerHeader.endMagic[...] else { throw .cut }
        guard end.starts(with: UInt64(size).bigEndianBytes) else { throw .damaged("its length") }
        let body = size - Int64(ContainerHeader.bytes + ContainerHeader.endBytes)
        let unit = Int64(header.chunkBytes + header.sealBytes)
        let rest = body % unit
        guard body > 0, rest == 0 || rest > Int64(header.sealBytes) else { throw .damaged("its length") }
        let count = body / unit + (rest == 0 ? 0 : 1)
        chunks = UInt64(count)
        payloadBytes = body - count * Int64(header.sealBytes)
        var derived: BackupKey.Derived?
        if let kind = header.kind {
            guard let key else { throw .keyNeeded(kind) }
            guard key.kind == kind else { throw .keyNeeded(kind) }
            let keys = try key.derive(salt: header.salt, cost: header.cost ?? .standard)
            guard try header.check(of: keys) == header.keyCheck else { throw .wrongKey(kind) }
            derived = keys
        }
        seal = ChunkSeal(header: try header.encoded(), key: derived?.chunks)
    }

    /// The number of the last chunk.
    var lastChunk: UInt64 { chunks - 1 }

    /// The payload of a chunk.
    ///
    /// - Throws: ``BackupError``.
    func chunk(_ number: UInt64) throws(BackupError) -> [UInt8] {
        if let known, known.number == number { return known.payload }
        let unit = header.chunkBytes + header.sealBytes
        let begin = Int64(ContainerHeader.bytes) + Int64(number) * Int64(unit)
        let isLast = number == lastChunk
        let payload = Int(payloadBytes - Int64(lastChunk) * Int64(header.chunkBytes))
        let sealed = try file.read(isLast ? payload + header.sealBytes : unit, at: begin)
        guard let payload = seal.open(sealed, number: number, isLast: isLast) else {
            // A chunk that would be whole in the middle: those after it are gone.
            if isLast, seal.open(sealed, number: number, isLast: false) != nil { throw .cut }
            throw .damaged("chunk \(number) of \(chunks)")
        }
        known = (number, payload)
        return payload
    }

    /// Reads a range of the payload, at most a chunk at a time.
    ///
    /// - Throws: ``BackupError``, and what `body` throws.
    func read(_ count: Int64, at offset: Int64, _ body: ([UInt8]) throws -> Void) throws {
        guard offset >= 0, count >= 0, offset <= payloadBytes, count <= payloadBytes - offset else {
            throw BackupError.damaged("its manifest names bytes that it does not have")
        }
        var (at, left) = (offset, count)
        while left > 0 {
            let payload = try chunk(UInt64(at / Int64(header.chunkBytes)))
            let start = Int(at % Int64(header.chunkBytes))
            let part = payload[start..<min(payload.count, start + Int(clamping: left))]
            try body(Array(part))
            at += Int64(part.count)
            left -= Int64(part.count)
        }
    }

    /// The manifest's bytes.
    ///
    /// - Throws: ``BackupError``.
    func manifest() throws -> (bytes: [UInt8], offset: Int64) {
        var end: [UInt8] = []
        try read(8, at: payloadBytes - 8) { end += $0 }
        let begin = end.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let offset = Int64(exactly: begin), offset <= payloadBytes - 8,
            payloadBytes - 8 - offset <= Int64(BackupManifest.maximumBytes)
        else { throw BackupError.damaged("its manifest is not where it should be") }
        var bytes: [UInt8] = []
        try read(payloadBytes - 8 - offset, at: offset) { bytes += $0 }
        return (bytes, offset)
    }
}
