import RPCInProcess

/// Looks in every frame that any service sends to a person's own device, answers and errors of all methods alike, for what
/// is another's: links, favourites and marks have in them whose they are.
// Unchecked: touched by the simulation's thread alone.
final class FrameChecks: @unchecked Sendable {
    private unowned let run: HouseholdRun
    /// Who alone uses a device; what all share shows what is anybody's.
    private let owners: [String: Person]
    private let canaries = Person.allCases.flatMap { person in person.canaries.map { (person, BytePattern($0)) } }
    private(set) var frames = 0

    init(_ run: HouseholdRun) {
        self.run = run
        let devices = Person.allCases.flatMap { person in person.devices.map { ($0, person) } }
        let users = Dictionary(grouping: devices, by: \.0)
        owners = users.compactMapValues { $0.count == 1 ? $0.first?.1 : nil }
        for host in run.household.addresses {
            host.setFrameObserver { [weak self] client, frame in self?.look(at: frame, from: host.name, to: client) }
        }
    }

    private func look(at frame: [UInt8], from service: String, to device: String) {
        guard let owner = owners[device] else { return }
        frames += 1
        for (person, canary) in canaries where person != owner && canary.isIn(frame) {
            run.report(
                "no-foreign-data", "seen", device,
                "\(service) sent something of \(person.rawValue) to \(device), which is \(owner.rawValue)'s")
        }
    }
}

extension Person {
    /// What the pages that they keep begin with.
    var pages: String { "https://pages.example/\(rawValue)/" }
    /// What the numbers of titles begin with that the library does not have and they keep.
    var titles: String { "1\(Person.allCases.firstIndex(of: self) ?? 0)" }

    /// What nothing has in it that is not theirs.
    var canaries: [String] { [pages, "tmdb:movie:\(titles)"] }
}
