public import Testing

/// Expects two values to be equal; a failure shows both, at the line of the call.
///
/// The same as `#expect(actual == expected)`, for a quarter of its compile time: the macro is expanded and its closures are
/// type-checked in each place that has one, and the tests have thousands. What is not a comparison of two `Equatable` values
/// stays a `#expect`, which shows the parts of an expression.
///
/// - Parameters:
///   - actual: What came out.
///   - expected: What should have come out.
///   - comment: What a failure says besides, such as the seed; evaluated only then.
///   - sourceLocation: Where a failure is reported.
public func expectEqual<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(actual == expected, comment(), sourceLocation: sourceLocation)
}
