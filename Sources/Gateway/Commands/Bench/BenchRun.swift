internal import CatalogAPI
internal import Foundation
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import ServiceKit

/// The measurements, one after the other.
struct BenchRun: Sendable {
    let household: BenchHousehold
    let titles: Int
    let span: Duration
    let output: Output

    /// How many calls are in flight where several are.
    private static let callers = 64

    private var runtime: any Runtime { household.runtime }
    private var gateway: Gateway { household.gateway }

    func run() async throws -> BenchReport {
        var display = ProgressDisplay(output, at: runtime.now)
        defer { display.end() }
        var figures = [BenchFigure("start of all services", took: household.startTime)]
        for (label, measure) in steps {
            display.show(ProgressBar(label), at: runtime.now)
            figures += try await measure()
        }
        return BenchReport(
            version: HearthVersion.description, processors: ProcessInfo.processInfo.activeProcessorCount,
            titles: titles, services: household.services.count, memoryBytes: household.memoryBytes, figures: figures)
    }

    private var steps: [(String, @Sendable () async throws -> [BenchFigure])] {
        [
            ("import", { [try await importing()] }), ("calls", calls), ("writes", writes), ("searches", searches),
            (
                "home screen",
                { [try await measure("home screen") { _ in try await household.command("home", "--json") }] }
            ),
            ("restarts", { [try await restarts()] }),
        ]
    }

    private func measure(
        _ name: String, callers: Int = 1, _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> BenchFigure {
        try await BenchFigure.measure(name, callers: callers, for: span, on: runtime, body)
    }

    /// From the beginning of the upload until everything can be searched.
    private func importing() async throws -> BenchFigure {
        let path = try household.write(BenchPlaylist(titles: titles).text, to: "library.m3u")
        let begun = runtime.now
        try await household.command("import", path, "--source", "library", "--timeout", "600")
        return BenchFigure("import", took: begun.duration(to: runtime.now), items: titles)
    }

    private func calls() async throws -> [BenchFigure] {
        let call: @Sendable (Int) async throws -> Void = { _ in _ = try await gateway.send(Profiles.ListProfiles()) }
        return [
            try await measure("call", call),
            try await measure("call, \(Self.callers) at a time", callers: Self.callers, call),
        ]
    }

    /// Each is acknowledged after its fsync.
    private func writes() async throws -> [BenchFigure] {
        func write(_ folder: String) -> @Sendable (Int) async throws -> Void {
            { number in
                _ = try await gateway.send(ReadingList.SaveLink(url: "https://example.org/\(folder)/\(number)"))
            }
        }
        return [
            try await measure("durable write", write("one")),
            try await measure("durable write, \(Self.callers) at a time", callers: Self.callers, write("many")),
        ]
    }

    private func searches() async throws -> [BenchFigure] {
        let playlist = BenchPlaylist(titles: titles)
        return [
            try await measure("search, a whole title") { number in
                _ = try await gateway.send(Catalog.Search(text: playlist.title(number * 7 % titles)))
            },
            try await measure("search, the beginning of a word") { number in
                _ = try await gateway.send(Catalog.Search(text: String(playlist.title(number * 7 % titles).prefix(3))))
            },
        ]
    }

    private func restarts() async throws -> BenchFigure {
        var times: [Duration] = []
        for service in household.services {
            let begun = runtime.now
            try await household.killAndAwait(service)
            times.append(begun.duration(to: runtime.now))
        }
        return BenchFigure("from SIGKILL until it serves again", took: times)
    }
}

/// Films with names that recognition takes as they are: two words without digits.
struct BenchPlaylist: Sendable {
    let titles: Int

    static let sizes = 100...200_000

    private static let syllables = [
        "ba", "do", "fi", "ga", "ko", "lu", "me", "no", "pe", "ra", "so", "ti", "va", "wo", "za",
    ]
    private static let (firstYear, years) = (1950, 70)

    /// The name of a film.
    func title(_ number: Int) -> String {
        var (rest, letters) = (number, "")
        for _ in 0..<5 {
            letters += Self.syllables[rest % Self.syllables.count]
            rest /= Self.syllables.count
        }
        return letters.prefix(4).capitalized + " " + letters.dropFirst(4).capitalized
    }

    var text: String {
        (0..<titles).reduce(into: "#EXTM3U\n") { text, number in
            text += """
                #EXTINF:6000 type="movie",\(title(number)) (\(Self.firstYear + number % Self.years))
                https://media.example.org/movie/\(number).mp4

                """
        }
    }
}
