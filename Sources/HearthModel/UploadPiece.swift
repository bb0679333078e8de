public import Foundation

/// A part of an uploaded file, in the order of the file. The call's request describes the file.
public struct UploadPiece: Codable, Sendable, Hashable {
    /// The most bytes of one piece; a longer one is rejected.
    public static let maximumBytes = 256 << 10

    /// The bytes.
    public var data: Data

    /// Makes a piece.
    public init(_ data: Data) { self.data = data }

    /// Splits a file's bytes into pieces, lazily.
    public static func pieces(of bytes: Data) -> some Sequence<UploadPiece> {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: maximumBytes).lazy.map { start in
            UploadPiece(Data(bytes[start..<min(start + maximumBytes, bytes.endIndex)]))
        }
    }
}
