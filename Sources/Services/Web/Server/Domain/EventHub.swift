internal import HTTPServer
internal import RPC
internal import Synchronization

/// The events of one page, from several sources into one stream: each with an id that says where all of them are.
final class EventHub: Sendable {
    /// The kinds of events, as the page knows them.
    enum Kind: String, Sendable, CaseIterable {
        case activity, download, queue, list
        case importProgress = "import"
    }

    /// What is written next.
    enum Piece: Sendable {
        /// An event with its lines.
        case event(String)
        case silence
    }

    private struct State {
        var positions: [Kind: StreamPosition]
        var isOverrun = false
    }

    let pieces: AsyncStream<Piece>
    private let continuation: AsyncStream<Piece>.Continuation
    private let state: Mutex<State>

    /// - Parameter id: the id of the last event that the page has received; nil for none.
    init(resumingAfter id: String?) {
        (pieces, continuation) = AsyncStream<Piece>.makeStream(
            bufferingPolicy: .bufferingOldest(WebLimits.waitingEvents))
        state = Mutex(State(positions: Self.positions(in: id)))
    }

    /// Where a source was when the page received its last event.
    func position(of kind: Kind) -> StreamPosition? { state.withLock { $0.positions[kind] } }

    /// Puts an event behind those that wait to be written; a page that is too slow is dropped, and resumes.
    func put(_ kind: Kind, _ position: StreamPosition?, json: String) {
        state.withLock { state in
            if let position { state.positions[kind] = position }
            let text = "id: \(Self.id(state.positions))\nevent: \(kind.rawValue)\ndata: \(json)\n\n"
            enqueue(.event(text), &state)
        }
    }

    /// Puts an event that is no item of a log.
    func put(_ name: String, json: String) {
        state.withLock { enqueue(.event("event: \(name)\ndata: \(json)\n\n"), &$0) }
    }

    /// Notes that nothing happened for a while.
    func noteSilence() { state.withLock { enqueue(.silence, &$0) } }

    private func enqueue(_ piece: Piece, _ state: inout State) {
        guard !state.isOverrun else { return }
        if case .dropped = continuation.yield(piece) {
            state.isOverrun = true
            continuation.finish()
        }
    }

    /// Ends the stream.
    func finish() { continuation.finish() }

    /// The text of an id: `activity:1-2f,download:9-4`.
    private static func id(_ positions: [Kind: StreamPosition]) -> String {
        positions.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.key.rawValue):\(EventID.text($0.value))" }.joined(separator: ",")
    }

    private static func positions(in id: String?) -> [Kind: StreamPosition] {
        var found: [Kind: StreamPosition] = [:]
        for part in (id ?? "").split(separator: ",") {
            let words = part.split(separator: ":", maxSplits: 1)
            guard words.count == 2, let kind = Kind(rawValue: String(words[0])) else { continue }
            found[kind] = EventID.position(String(words[1]))
        }
        return found
    }
}
