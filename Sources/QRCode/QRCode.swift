internal import CQREncode

/// A QR code (ISO/IEC 18004) of a text, as a square of dark and light modules. libqrencode computes it.
public struct QRCode: Sendable, Hashable {
    /// Modules in a row and in a column, without the quiet zone around them.
    public let width: Int
    private let modules: [Bool]

    /// The least quiet zone around a code, in modules (ISO/IEC 18004, section 6.3.8).
    public static let quietZone = 4
    /// The longest text, in bytes of UTF-8: what fits into the largest code of this error correction.
    public static let maximumBytes = 2_331

    /// The code of a text's UTF-8 bytes, in the smallest size, with error correction M (15 %).
    ///
    /// - Throws: ``QRCodeError/empty`` and ``QRCodeError/tooLong(bytes:)``; ``QRCodeError/libraryFailed`` when the library
    ///   has no memory.
    public init(_ text: String) throws(QRCodeError) {
        let bytes = [UInt8](text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.maximumBytes else { throw .tooLong(bytes: bytes.count) }
        // Version 0: the smallest that the bytes fit into.
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { throw .libraryFailed }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        guard let data = code.pointee.data else { throw .libraryFailed }
        // The lowest bit of a module's byte is its colour.
        modules = (0..<width * width).map { data[$0] & 1 == 1 }
    }

    /// Whether a module is dark; none outside of the code is.
    public func isDark(row: Int, column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return modules[row * width + column]
    }
}

/// Why a text has no QR code.
public enum QRCodeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no text.
    case empty
    /// The text has more bytes than fit into a code.
    case tooLong(bytes: Int)
    /// libqrencode or zlib has failed, for want of memory.
    case libraryFailed

    public var description: String {
        switch self {
        case .empty: "An empty text has no QR code."
        case .tooLong(let bytes): "A QR code takes \(QRCode.maximumBytes) bytes of text, and not \(bytes)."
        case .libraryFailed: "The QR code could not be computed: the memory is not sufficient."
        }
    }
}
