internal import Cryptography
internal import Foundation
internal import RPC
internal import ServiceKit

/// Lines of an archive that is being written.
struct ArchiveWriter {
    private var bytes: [UInt8] = []
    private var lines = 0
    private(set) var parts: [ArchivePart] = []

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom(ArchiveTime.encode)
        return encoder
    }()

    init(_ header: ArchiveHeader) throws { try add(ArchiveLine(header: header)) }

    private mutating func add(_ line: ArchiveLine) throws {
        bytes += try [UInt8](Self.encoder.encode(line)) + [UInt8(ascii: "\n")]
        lines += 1
    }

    /// Adds a part with its records.
    mutating func add(_ part: ArchivePart, _ records: [ArchiveRecord]) throws {
        for record in records { try add(ArchiveLine(record: record)) }
        parts.append(part)
    }

    /// Writes the archive to a file, which must not exist: as a whole, or not at all.
    ///
    /// - Throws: ``GatewayFailure``.
    mutating func write(to path: String) throws {
        let manifest = ArchiveManifest(parts: parts, lines: lines, sha256: try ArchiveReader.digest(bytes))
        try add(ArchiveLine(manifest: manifest))
        let (partial, files) = ("\(path).partial", FileManager.default)
        let isWritten = files.createFile(
            atPath: partial, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        do {
            guard isWritten else { throw CocoaError(.fileWriteUnknown) }
            try files.moveItem(atPath: partial, toPath: path)
        } catch {
            try? files.removeItem(atPath: partial)
            throw GatewayFailure(
                "NOT_WRITTEN", "\(Table.printable(path)) cannot be written.",
                advice: "Check its folder, permissions and free space.")
        }
    }
}

/// An archive that was checked as a whole.
struct ArchiveReader {
    let header: ArchiveHeader
    let records: [ArchiveRecord]
    let manifest: ArchiveManifest

    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom(ArchiveTime.decode)
        return decoder
    }()

    /// Reads a file.
    ///
    /// - Throws: ``GatewayFailure`` when it is no archive, of a later version, damaged, or cut.
    init(_ path: String) throws {
        let shown = Table.printable(path)
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        guard size <= Archive.mostBytes, let data = FileManager.default.contents(atPath: path) else {
            throw GatewayFailure(
                "NO_ARCHIVE", "\(shown) cannot be read.",
                advice: "Name a file that `hearth export` has made, of at most 512 MiB.", status: .noInput)
        }
        func damaged(_ reason: String) -> GatewayFailure {
            GatewayFailure(
                "ARCHIVE_DAMAGED", "\(shown) is no whole archive: \(reason)", advice: "Nothing was imported.",
                status: .data)
        }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count >= 3, lines.last?.isEmpty == true else { throw damaged("it ends too early.") }
        func line(_ bytes: Data) throws -> ArchiveLine {
            guard bytes.count <= Archive.longestLine, let line = try? Self.decoder.decode(ArchiveLine.self, from: bytes)
            else { throw damaged("a line is none of an archive.") }
            return line
        }
        guard let first = try? Self.decoder.decode(ArchiveLine.self, from: lines[0]), let header = first.header,
            header.format == Archive.format
        else { throw damaged("it does not begin as one.") }
        guard header.version <= Archive.version else {
            throw GatewayFailure(
                "ARCHIVE_NEWER", "\(shown) was made by a later version, \(Table.printable(header.hearthVersion)).",
                advice: "Import it with that version.", status: .data)
        }
        let last = lines[lines.count - 2]
        guard let manifest = try line(last).manifest else { throw damaged("it ends too early.") }
        let body = data.prefix(last.startIndex - data.startIndex)
        guard manifest.lines == lines.count - 2, try Self.digest([UInt8](body)) == manifest.sha256 else {
            throw damaged("it was changed after it was made.")
        }
        records = try lines[1..<lines.count - 2].map { bytes in
            guard let record = try line(bytes).record else { throw damaged("a line is none of an archive.") }
            return record
        }
        (self.header, self.manifest) = (header, manifest)
    }

    static func digest(_ bytes: [UInt8]) throws -> String {
        let hasher = try SHA256Hasher()
        try hasher.add(bytes)
        return try hasher.finish().hexadecimal
    }
}

/// Times as ISO 8601 in UTC with milliseconds.
enum ArchiveTime {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    static func encode(_ date: Date, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        // Its text is cut, not rounded.
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        try container.encode(Date(timeIntervalSince1970: (milliseconds + 0.1) / 1000).formatted(style))
    }

    static func decode(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = try? style.parse(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time")
        }
        return date
    }
}
