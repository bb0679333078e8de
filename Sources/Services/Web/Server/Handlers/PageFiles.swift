internal import Cryptography
internal import Foundation
internal import HTTPServer
internal import RPC
internal import Synchronization

/// The files of the page, with their digests as ETags.
final class PageFiles: Sendable {
    private struct File: Sendable {
        let bytes: [UInt8]
        /// The same compressed; nil where that is not shorter.
        let packed: [UInt8]?
        let tag: String
        let modified: Date
        let size: Int
        let checked: MonotonicInstant
    }

    private let directory: String?
    private let runtime: any Runtime
    private let files = Mutex<[String: File]>([:])

    /// - Parameter directory: nil where no page is installed.
    init(directory: String?, runtime: any Runtime) { (self.directory, self.runtime) = (directory, runtime) }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "json": "application/json", "webmanifest": "application/manifest+json", "svg": "image/svg+xml",
        "png": "image/png", "webp": "image/webp", "ico": "image/x-icon", "woff2": "font/woff2", "txt": "text/plain",
    ]

    /// The response to GET or HEAD of a path; nil when there is no such file.
    ///
    /// A path without a file's ending is one of the page's own router: it gets the page itself.
    func response(to request: WebRequest) throws -> HTTPResponse? {
        guard let directory else { return nil }
        var segments = request.segments.filter { !$0.isEmpty }
        guard segments.allSatisfy({ !$0.hasPrefix(".") }) else { return nil }
        let isFile = segments.last?.contains(".") ?? false
        if !isFile { segments = ["index.html"] }
        let name = segments.joined(separator: "/")
        let ending = String(name.split(separator: ".").last ?? "")
        guard let type = Self.types[ending], let file = try file(name, in: directory) else { return nil }
        var fields: HeaderFields = ["Content-Type": type, "ETag": file.tag]
        let isHashed = name.split(separator: "/").last.map(Self.isHashed) ?? false
        fields.add("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "no-cache")
        fields.add("Vary", "Accept-Encoding")
        if Self.matches(request, file.tag) { return HTTPResponse(304, fields: fields) }
        guard let packed = file.packed, Self.takesGzip(request) else {
            return HTTPResponse(200, fields: fields, bytes: file.bytes)
        }
        fields.add("Content-Encoding", "gzip")
        // Other bytes than those that the tag stands for, and the same file.
        fields.set("ETag", "W/\(file.tag)")
        return HTTPResponse(200, fields: fields, bytes: packed)
    }

    /// Whether the client has what a tag stands for (RFC 9110, section 13.1.2).
    static func matches(_ request: WebRequest, _ tag: String) -> Bool {
        let known = request.fields.values("If-None-Match").flatMap { $0.split(separator: ",") }
        return known.contains { $0.filter { $0 != " " }.replacing("W/", with: "") == tag }
    }

    /// Whether the client takes gzip (RFC 9110, section 12.5.3).
    static func takesGzip(_ request: WebRequest) -> Bool {
        request.fields.values("Accept-Encoding").flatMap { $0.split(separator: ",") }.contains { coding in
            let parts = coding.lowercased().filter { $0 != " " }.split(separator: ";")
            return parts.first == "gzip" && (parts.count == 1 || !parts[1].allSatisfy { "q=0.".contains($0) })
        }
    }

    /// Whether a name has a digest in it, `main.3f9a0c12.js`: the content of such a name never changes.
    static func isHashed(_ name: some StringProtocol) -> Bool {
        let parts = name.split(separator: ".")
        return parts.count > 2 && parts[parts.count - 2].count >= 8 && parts[parts.count - 2].allSatisfy(\.isHexDigit)
    }

    private func file(_ name: String, in directory: String) throws -> File? {
        let (path, now) = ("\(directory)/\(name)", runtime.now)
        let known = files.withLock { $0[name] }
        if let known, now < known.checked.advanced(by: WebLimits.pageFileAge) { return known }
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int,
            size <= WebLimits.pageFileBytes, let modified = attributes[.modificationDate] as? Date
        else { return nil }
        var bytes: [UInt8]
        var packed: [UInt8]?
        var tag: String
        if let known, known.modified == modified, known.size == size {
            (bytes, packed, tag) = (known.bytes, known.packed, known.tag)
        } else {
            guard let data = FileManager.default.contents(atPath: path) else { return nil }
            bytes = Array(data)
            packed = Gzip.packed(bytes)
            tag = "\"\(try SHA256.digest(of: bytes).prefix(WebLimits.tagBytes).hexadecimal)\""
        }
        let file = File(bytes: bytes, packed: packed, tag: tag, modified: modified, size: size, checked: now)
        files.withLock { $0[name] = file }
        return file
    }
}
