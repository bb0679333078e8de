import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport

/// A week of five people on eight devices: what each does, in order, and what their histories and queues are at its end.
struct WeekPlan: Sendable {
    /// A person with the devices that it uses.
    struct Person: Sendable {
        var caller: TestCaller
        var devices: [String]
    }

    /// What a person does.
    enum Step: Sendable {
        /// Plays a title with these positions, a report every ten seconds, the last of which ends it.
        case watch(ContentID, device: String, positions: [Double])
        /// The same on a device that is offline meanwhile: the reports come afterwards, reordered and some twice.
        case watchOffline(ContentID, device: String, positions: [Double], order: [Int])
        case mark(ContentID, isWatched: Bool)
        case queue(ContentID)
        case dequeue(ContentID)
        case remove(ContentID)
    }

    static let people = [
        Person(caller: .owner, devices: ["tv", "phone-olga"]), Person(caller: .adult, devices: ["tv-2", "phone-adam"]),
        Person(caller: .hidingAdult, devices: ["laptop"]), Person(caller: .kids, devices: ["tablet", "tv-3"]),
        Person(caller: .strictKids, devices: ["tablet-2"]),
    ]
    static let days = 7
    /// The length of every title in seconds.
    static let length = 100.0
    private static let titles = 12
    private static let stepsPerDay = 3

    /// By day, then by person.
    let steps: [[[Step]]]

    init(seed: UInt64) {
        var source = SplitMix64(seed: seed)
        steps = (0..<Self.days).map { _ in
            Self.people.map { person in (0..<Self.stepsPerDay).map { _ in Self.step(person, &source) } }
        }
    }

    private static func step(_ person: Person, _ source: inout SplitMix64) -> Step {
        let title = ContentID(rawValue: "m\(Int.random(in: 0..<titles, using: &source))")
        let device = person.devices.randomElement(using: &source) ?? "tv"
        let positions = (0..<Int.random(in: 1...4, using: &source)).map { _ in
            Double(Int.random(in: 0...20, using: &source) * 5)
        }
        switch Int.random(in: 0..<12, using: &source) {
        case 0..<4: return .watch(title, device: device, positions: positions)
        case 4..<6:
            let order = (positions.indices + positions.indices.filter { _ in Bool.random(using: &source) })
                .shuffled(using: &source)
            return .watchOffline(title, device: device, positions: positions, order: order)
        case 6: return .mark(title, isWatched: Bool.random(using: &source))
        case 7..<10: return .queue(title)
        case 10: return .dequeue(title)
        default: return .remove(title)
        }
    }

    // MARK: What it comes to

    /// What a person has at the end of the week.
    struct Outcome: Equatable, Sendable {
        /// The position in each title, and whether it counts as watched.
        var titles: [ContentID: Title] = [:]
        var queue: [ContentID] = []
        /// How many sessions of each title are in the history.
        var sessions: [ContentID: Int] = [:]
    }

    /// A person's state of a title.
    struct Title: Equatable, Sendable {
        var position = 0.0
        var isWatched = false
    }

    /// What a person must have, by the rules of this service.
    func expected(of person: Int) -> Outcome {
        var outcome = Outcome()
        for step in steps.flatMap({ $0[person] }) { Self.apply(step, to: &outcome) }
        outcome.titles = outcome.titles.filter { $0.value != Title() }
        outcome.sessions = outcome.sessions.filter { $0.value > 0 }
        return outcome
    }

    private static func apply(_ step: Step, to outcome: inout Outcome) {
        switch step {
        case .watch(let title, _, let positions), .watchOffline(let title, _, let positions, _):
            outcome.sessions[title, default: 0] += 1
            outcome.titles[title, default: Title()].position = positions.last ?? 0
            guard positions.contains(where: { $0 >= 0.9 * length }) else { return }
            outcome.titles[title, default: Title()].isWatched = true
            outcome.queue.removeAll { $0 == title }
        case .mark(let title, let isWatched): outcome.titles[title] = Title(position: 0, isWatched: isWatched)
        case .queue(let title): if !outcome.queue.contains(title) { outcome.queue.append(title) }
        case .dequeue(let title): outcome.queue.removeAll { $0 == title }
        case .remove(let title):
            outcome.titles[title] = nil
            outcome.sessions[title] = nil
        }
    }
}
