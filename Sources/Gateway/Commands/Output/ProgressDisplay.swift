internal import RPC

/// Shows the progress of a long operation: in place on one line of a terminal, elsewhere by a line now and then, so
/// that a log shows it is alive. Where a program reads JSON, an error is all that it finds on standard error.
struct ProgressDisplay {
    /// A shorter operation shows nothing.
    static let quietTime = Duration.seconds(1)
    /// The time between two lines of a log.
    static let lineInterval = Duration.seconds(10)

    private let output: Output
    private let begun: MonotonicInstant
    private var last: (label: String, time: MonotonicInstant)?

    init(_ output: Output, at now: MonotonicInstant) {
        self.output = output
        begun = now
    }

    mutating func show(_ bar: ProgressBar, at now: MonotonicInstant) {
        guard begun.duration(to: now) >= Self.quietTime else { return }
        if output.isErrorTerminal { return output.progress(bar.line) }
        guard !output.isJSON else { return }
        if let last, last.label == bar.label, last.time.duration(to: now) < Self.lineInterval { return }
        output.note(bar.plainLine)
        last = (bar.label, now)
    }

    /// Clears the terminal's line.
    func end() { output.endProgress() }
}
