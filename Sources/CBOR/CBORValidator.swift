/// Checks encoded bytes without decoding them.
///
/// One pass, on the machine stack: memory is allocated only for inputs with more than some dozens of containers, or of
/// keys in one map, and then in proportion to them.
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
        try scan(bytes) { result throws(CBORError) in _ = try result.get() }
    }

    /// Checks the bytes, then lends what was noted of them to `body`, or the error that ended it.
    @inline(__always)
    func scan<R, E: Error>(
        _ bytes: UnsafeRawBufferPointer, then body: (Result<ScannedInput, CBORError>) throws(E) -> R
    ) throws(E) -> R {
        // Up to 1 KiB is taken from the machine stack.
        try withUnsafeTemporaryAllocation(of: KeyReference.self, capacity: 64) { keys throws(E) in
            try withUnsafeTemporaryAllocation(of: TapeNode.self, capacity: 80) { tape throws(E) in
                guard let keyBase = keys.baseAddress, let tapeBase = tape.baseAddress,
                    let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                else { return try body(.failure(CBORError(.endOfInput, offset: 0))) }  // nothing has no address
                var scanner = CBORScanner(
                    base: base, end: bytes.count, limits: limits, options: options,
                    keys: ScratchStack(base: keyBase, capacity: keys.count),
                    tape: ScratchStack(base: tapeBase, capacity: tape.count))
                if let error = scanner.message() { return try body(.failure(error)) }
                return try body(
                    .success(ScannedInput(base: base, count: bytes.count, tape: UnsafePointer(scanner.tape.base))))
            }
        }
    }
}
