internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// The stream that a session is to open, and the session.
struct SlotClaim: Sendable {
    var source: String
    /// The stream's identity.
    var stream: String
    /// The most streams of the account; nil for any number.
    var maximum: Int32?
    var isChild: Bool
    /// The session's first profile, its device and its title.
    var owner: Int64
    var device: String
    var content: Int64

    /// Nil for what takes no slot: a finished download, and a stream of a catalog that does not tell its source.
    init?(_ stream: ResolvedStream, owner: Int64, device: String, content: Int64, isChild: Bool) {
        guard let source = stream.source, let identity = stream.stream else { return nil }
        (self.source, self.stream, maximum) = (source, identity, stream.maximumConnections)
        (self.owner, self.device, self.content, self.isChild) = (owner, device, content, isChild)
    }
}

/// A slot that was taken for a session.
struct TakenSlot: Sendable {
    var claim: SlotClaim
    /// Since when its session, or the one that it continues, has had it, in milliseconds since 1970.
    var since: Int64
    /// When it was taken.
    var taken: Int64
    /// The sessions that have ended for it; followers of the activity are to be told.
    var ended: [Int64]
}

extension SlotTable {
    /// Takes a slot, in the transaction that opens the session or changes its stream: then ``hold(_:by:_:)``.
    ///
    /// - Parameters:
    ///   - session: the open session that changes its stream; nil for one that is opened, which ends the profile's open
    ///     session on the device.
    ///   - visibility: which titles the caller may be told.
    /// - Throws: ``PlaybackError/noFreeSlot(_:)`` with the sessions that hold the slots; then nothing has changed.
    static func takeSlot(
        _ claim: SlotClaim, for session: Int64? = nil, at now: Int64, seenBy visibility: Visibility, _ db: Database
    ) throws -> TakenSlot {
        try forget(at: now, db)
        try note(claim, at: now, db)
        let open = try held(of: claim.source, db)
        let (own, others) = (
            open.filter { isOwn($0, claim, session) }, open.filter { !isOwn($0, claim, session) }
        )
        let continued = own.first { session != nil || $0.content == claim.content }
        var slot = TakenSlot(claim: claim, since: continued?.holder.since ?? now, taken: now, ended: [])
        guard let maximum = claim.maximum else { return slot }
        let newcomer = SlotRules.Newcomer(
            stream: claim.stream, isChild: claim.isChild, own: continued?.holder.stream)
        let rules = SlotRules(maximum: Int(max(1, maximum)), rule: try rule(db))
        switch rules.verdict(for: newcomer, among: others.map(\.holder), at: now) {
        case .refused:
            let holders = try SlotReader(visibility: visibility, now: now).holders(of: others, db)
            throw PlaybackError.noFreeSlot(
                NoFreeSlot(source: claim.source, maximum: maximum, holders: holders))
        case .granted(let ending):
            for row in ending {
                try SessionTable.end(row, db)
                try db.cachedStatement(sql: "UPDATE slot SET lost = ?2 WHERE session = ?1")
                    .execute(arguments: [row, now])
            }
            slot.ended = ending
        }
        return slot
    }

    private static func isOwn(_ held: Held, _ claim: SlotClaim, _ session: Int64?) -> Bool {
        if let session { return held.holder.session == session }
        return held.owner == claim.owner && held.device == claim.device
    }
}
