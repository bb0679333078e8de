public import Foundation

/// Some bytes of a file that a caller sends, in the order of the file. What the file is stands in the call's request.
public struct UploadPiece: Codable, Sendable, Hashable {
    /// The most bytes of one piece; a longer one is refused.
    public static let maximumBytes = 256 << 10

    /// The bytes.
    public var data: Data

    /// Takes bytes.
    public init(_ data: Data) { self.data = data }

    /// Cuts a file's bytes into pieces, each when it is asked for.
    public static func pieces(of bytes: Data) -> some Sequence<UploadPiece> {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: maximumBytes).lazy.map { start in
            UploadPiece(Data(bytes[start..<min(start + maximumBytes, bytes.endIndex)]))
        }
    }
}
