internal import Foundation
internal import ServiceKit

/// The deletions of links that this command made lately, for a profile: their ids, which no service lists.
struct DeletionJournal {
    /// As long as links can be brought back.
    static let lifetime: TimeInterval = 7 * 86_400
    private static let most = 20

    /// Nil without a cache directory: nothing is remembered then.
    private let path: String?

    /// A deletion of links.
    struct Deletion: Codable, Sendable, Hashable {
        /// Its id, for `ReadingList.UndoDelete`.
        var id: String
        var links: Int64
        var at: Date
    }

    init(_ gateway: Gateway) {
        let owner = "\(gateway.settings.household.value) \(gateway.profile ?? "")"
        path = gateway.environment.cacheDirectory.map { "\($0)/deletions-\(CacheFile.name(owner)).json" }
    }

    /// The deletions that can be undone, the latest first.
    func deletions(at now: Date) -> [Deletion] {
        let all = path.flatMap { CacheFile.read([Deletion].self, from: $0) } ?? []
        return all.filter { now.timeIntervalSince($0.at) < Self.lifetime }
    }

    func add(_ deletion: Deletion) {
        guard let path else { return }
        CacheFile.write(Array(([deletion] + deletions(at: deletion.at)).prefix(Self.most)), to: path)
    }

    /// Forgets one that was undone.
    func remove(_ id: String, at now: Date) {
        let all = deletions(at: now)
        guard let path, all.contains(where: { $0.id == id }) else { return }
        CacheFile.write(all.filter { $0.id != id }, to: path)
    }
}
