internal import ArgumentParser
internal import HearthModel

/// Which page of a list a command shows.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many to show, at most 200.", valueName: "count"))
    var limit: Int32 = 20

    @Option(help: ArgumentHelp("Continue after the previous page.", valueName: "cursor"))
    var cursor: String?

    /// The page request for a service.
    var request: PageRequest { PageRequest(size: limit, cursor: cursor) }

    func validate() throws { try Self.check(limit) }

    /// Rejects sizes that no service returns in one page.
    ///
    /// - Throws: `ValidationError`.
    static func check(_ limit: Int32) throws {
        guard (1...PageRequest.maximumSize).contains(limit) else {
            throw ValidationError("--limit must be between 1 and \(PageRequest.maximumSize).")
        }
    }
}

extension Output {
    /// Prints how to see the next page, if there is one.
    func more(_ cursor: String?) {
        if let cursor { line(coloured("More: --cursor \(cursor)", .dim)) }
    }
}
