/// A ROUTER's identifier of one connection.
///
/// libzmq assigns five bytes to a peer that does not choose its own: up to seven bytes are packed into one word, so
/// that a dictionary of peers costs no allocation. A peer may choose up to 255 bytes.
public struct RoutingID: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes that fit beside their count into one word.
    static let packedBytesMaximum = 7

    /// Up to seven bytes, the first one lowest, and their count in the highest byte.
    private let packed: UInt64

    /// The bytes of a longer id.
    private let long: [UInt8]?

    /// Makes a routing id from its bytes.
    public init(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= RoutingID.packedBytesMaximum else {
            packed = .max
            long = Array(bytes)
            return
        }
        var packed = UInt64(bytes.count) << 56
        for (index, byte) in bytes.enumerated() { packed |= UInt64(byte) << UInt64(8 * index) }
        self.packed = packed
        long = nil
    }

    /// Calls `body` with the bytes.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let long {
            return try long.withUnsafeBufferPointer { bytes throws(Failure) in
                try body(UnsafeRawBufferPointer(bytes))
            }
        }
        return try withUnsafeBytes(of: packed.littleEndian) { bytes throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(packed >> 56))))
        }
    }

    public var description: String {
        withBytes { bytes in
            bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        }
    }
}
