internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Applies the operations of one device for one profile: of each favourite and setting the latest change counts, in
/// whatever order they arrive.
struct ProfileOperationApplier {
    /// The profile's id.
    let profile: String
    let device: String
    let viewer: Viewer
    let cards: [ContentID: CardResult]
    let plans: HouseholdPlans
    /// The household's time, in milliseconds since 1970.
    let now: Int64
    let shard: Shard
    let db: Database

    /// Applies operations, each once.
    ///
    /// - Returns: a result for each, in the order given.
    func apply(_ operations: [TimedProfileOperation]) throws -> [SyncResult] {
        var results: [String: SyncResult] = [:]
        for timed in operations.sorted(by: { $0.stamp < $1.stamp }) {
            results[timed.operation.id] = try once(timed)
        }
        return operations.compactMap { results[$0.operation.id] }
    }

    private func once(_ timed: TimedProfileOperation) throws -> SyncResult {
        let id = timed.operation.id
        return try SyncPushes.once(
            id, on: device, profile: profile, at: now, db, refusal: { SyncResult(id: id, refusal: $0) },
            body: { try apply(timed) })
    }

    private func apply(_ timed: TimedProfileOperation) throws -> SyncResult {
        if let favourite = timed.operation.favourite { return try self.favourite(favourite, timed) }
        guard let change = timed.operation.setting else {
            throw RPCError.invalidArgument("operation", "must have exactly one of its fields.")
        }
        return try setting(change, timed)
    }

    private func favourite(_ change: OfflineFavourite, _ timed: TimedProfileOperation) throws -> SyncResult {
        guard let row = try ProfileTable.row(of: profile, db) else { throw ProfilesError.profileGone }
        let result = cards[change.content] ?? .unavailable
        if change.isFavourite { _ = try Favourites.judge(result, of: change.content, for: viewer) }
        let content = try Favourites.keptID(of: change.content, result, db)
        let was = try FavouriteTable.isFavourite(content, of: row, db)
        return try merge(
            .favourite, content.rawValue, timed, own: change.isFavourite ? "favourite" : "none",
            other: was ? "favourite" : "none"
        ) {
            $0.favourite = OfflineFavourite(content: content, isFavourite: was)
        } apply: {
            guard change.isFavourite else {
                for id in [content, change.content] { _ = try FavouriteTable.remove(id, from: row, db) }
                return
            }
            let time = timed.stamp.time
            let added = try Favourites.add(change.content, result, to: row, at: time, for: viewer, db)
            // Of several the latest dates it, in whatever order they arrive.
            try FavouriteTable.date(added.content, of: row, at: time, db)
        }
    }

    private func setting(_ change: SettingChange, _ timed: TimedProfileOperation) throws -> SyncResult {
        // Read for each: an operation before may have changed what the profile may see.
        guard let profile = try HouseholdTable.state(db)?.profile(profile) else { throw ProfilesError.profileGone }
        let isByKids = viewer.role == .child
        guard profile.kind == .adult || isByKids else { throw ProfilesError.pinRequired }
        try SettingRules.check([change], of: profile, isByKids: isByKids)
        try plans.check([change], for: viewer)
        let standard = SettingDefinition.of(change.name)?.defaultValue
        let values = try SettingTable.values(of: profile, db)
        let old = values[change.name] ?? standard
        return try merge(
            .setting, change.name.rawValue, timed, own: Self.text(change.value ?? standard), other: Self.text(old)
        ) {
            $0.setting = SettingChange(change.name, old)
        } apply: {
            // Whether the setting that it depends on is on is not asked, as that may arrive later: it has no effect until
            // then.
            try SettingsManager.apply([change], to: profile, checksDependencies: false, shard, db)
        }
    }

    /// Applies a change when it is the latest of its thing. One that loses, or wins over another that its device had not
    /// seen, is a conflict when the values differ.
    ///
    /// - Parameter restore: sets the field that puts the other value back.
    private func merge(
        _ kind: SyncKind, _ key: String, _ timed: TimedProfileOperation, own: String, other: String,
        restore: (inout ProfileOperation) -> Void, apply: () throws -> Void
    ) throws -> SyncResult {
        let last = try SyncStampTable.stamp(kind, key, of: profile, db)
        let hasLost = timed.stamp < last
        if !hasLost {
            try apply()
            try SyncStampTable.put(timed.stamp, kind, key, of: profile, db)
        }
        if own != other, hasLost || (last.time > timed.seen && last.device != device) {
            let values = (
                own: SyncValue(own, changed: Date(milliseconds: timed.stamp.time), device: device),
                other: SyncValue(other, changed: Date(milliseconds: last.time), device: last.device)
            )
            var dropped = timed.operation
            if !hasLost { restore(&dropped) }
            let conflict = SyncConflict(
                id: "", kind: kind, key: key, kept: hasLost ? values.other : values.own,
                dropped: hasLost ? values.own : values.other, decided: Date(milliseconds: now))
            try SyncConflictTable.put(conflict, dropped: dropped, of: profile, db)
        }
        return SyncResult(id: timed.operation.id, hasLost ? .superseded : .applied)
    }

    /// A setting's value, for people.
    private static func text(_ value: SettingValue?) -> String {
        guard let value else { return "none" }
        if let boolean = value.boolean { return boolean ? "on" : "off" }
        if let integer = value.integer { return "\(integer)" }
        if let decimal = value.decimal { return "\(decimal)" }
        if let numbers = value.numbers { return numbers.map(String.init).joined(separator: ", ") }
        return value.text ?? "none"
    }
}

extension SyncResult {
    /// The result of an operation that could not be applied; nil for an error that is the service's.
    init?(id: String, refusal error: any Error) {
        self.init(id: id, refusal: error) { $0.detail(ProfilesProblem.self)?.code.rawValue }
    }
}
