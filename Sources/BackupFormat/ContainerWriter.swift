/// Writes the payload of a container, chunk by chunk.
final class ContainerWriter {
    private let file: SystemFile
    private let header: ContainerHeader
    private let seal: ChunkSeal
    private var pending: [UInt8] = []
    private var number: UInt64 = 0
    private var written: Int64
    /// Bytes of payload so far.
    private(set) var offset: Int64 = 0

    /// Writes the header into an empty file.
    ///
    /// - Parameter salt: 32 random bytes, other ones for each container.
    /// - Throws: ``BackupError``.
    init(
        _ file: SystemFile, key: BackupKey?, salt: [UInt8], chunkBytes: Int = ContainerHeader.standardChunkBytes,
        cost: BackupKey.Cost = .standard
    ) throws(BackupError) {
        self.file = file
        var header = ContainerHeader(chunkBytes: chunkBytes, salt: salt, kind: key?.kind, cost: cost)
        let keys = try key?.derive(salt: salt, cost: cost)
        if let keys { header.keyCheck = try header.check(of: keys) }
        let bytes = try header.encoded()
        self.header = header
        seal = ChunkSeal(header: bytes, key: keys?.chunks)
        try file.write(bytes)
        written = Int64(bytes.count)
    }

    /// Appends payload.
    ///
    /// - Throws: ``BackupError``.
    func append(_ bytes: [UInt8]) throws(BackupError) {
        pending += bytes
        offset += Int64(bytes.count)
        var start = 0
        // The last chunk is marked, so one is held back until more comes.
        while pending.count - start > header.chunkBytes {
            try put(Array(pending[start..<start + header.chunkBytes]), isLast: false)
            start += header.chunkBytes
        }
        pending.removeFirst(start)
    }

    /// Ends the payload with the manifest, and makes the file durable.
    ///
    /// - Throws: ``BackupError``.
    func finish(manifest: [UInt8]) throws(BackupError) {
        let begin = offset
        try append(manifest)
        try append(UInt64(begin).bigEndianBytes)
        try put(pending, isLast: true)
        pending = []
        let length = UInt64(written) + UInt64(ContainerHeader.endBytes)
        try file.write(length.bigEndianBytes + ContainerHeader.endMagic)
        try file.sync()
    }

    private func put(_ payload: [UInt8], isLast: Bool) throws(BackupError) {
        let sealed = try seal.seal(payload, number: number, isLast: isLast)
        try file.write(sealed)
        number += 1
        written += Int64(sealed.count)
    }
}
