/// Checks encoded bytes without decoding them.
///
/// One pass, whose memory is a kilobyte, or in proportion to the containers and keys of larger inputs.
public struct CBORValidator: Sendable {
    /// How much is accepted.
    public var limits: CBORLimits
    /// What is accepted or refused beyond the strict profile.
    public var options: CBORDecodingOptions

    /// Creates a validator.
    public init(limits: CBORLimits = CBORLimits(), options: CBORDecodingOptions = []) {
        self.limits = limits
        self.options = options
    }

    /// Checks that the bytes are one item and nothing else.
    public func validate(_ bytes: [UInt8]) throws(CBORError) {
        try bytes.withUnsafeBufferPointer { bytes throws(CBORError) in try validate(UnsafeRawBufferPointer(bytes)) }
    }

    /// Checks that the bytes are one item and nothing else.
    public func validate(_ bytes: UnsafeRawBufferPointer) throws(CBORError) {
        var scanner = try CBORScanner(bytes, limits: limits, options: options)
        try scanner.message()
    }
}
