/// Checks encoded bytes without decoding them.
///
/// One pass, with a kilobyte of memory, or in proportion to the containers and keys of larger inputs.
public struct CBORValidator: Sendable {
    /// The limits of the input.
    public var limits: CBORLimits
    /// Options that extend or narrow the strict profile.
    public var options: CBORDecodingOptions

    /// Creates a validator.
    public init(limits: CBORLimits = CBORLimits(), options: CBORDecodingOptions = []) {
        self.limits = limits
        self.options = options
    }

    /// Checks that the bytes are exactly one item.
    public func validate(_ bytes: [UInt8]) throws(CBORError) {
        try bytes.withUnsafeBufferPointer { bytes throws(CBORError) in try validate(UnsafeRawBufferPointer(bytes)) }
    }

    /// Checks that the bytes are exactly one item.
    public func validate(_ bytes: UnsafeRawBufferPointer) throws(CBORError) {
        var scanner = try CBORScanner(bytes, limits: limits, options: options)
        try scanner.message()
    }
}
