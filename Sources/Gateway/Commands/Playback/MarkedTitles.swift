internal import ArgumentParser

/// The titles of `hearth history watched` and `unwatched`.
struct MarkedTitles: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The titles: ids, names or @rows; a series includes all of its episodes.", valueName: "title"),
        completion: .titles)
    var ids: [String]

    @Option(help: ArgumentHelp("Only this season of the series; 0: its specials.", valueName: "number"))
    var season: Int32?

    func validate() throws {
        if let season, season < 0 { throw ValidationError("--season must be 0 or more.") }
    }
}
