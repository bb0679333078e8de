import RPC

/// The seeds of a randomised test: a fixed few and one of today, which a failure prints.
enum Seeds {
    static func some(_ count: Int) -> [UInt64] {
        (0..<UInt64(count)).map { $0 } + [SystemRuntime.shared.random() % 1_000_000]
    }
}
