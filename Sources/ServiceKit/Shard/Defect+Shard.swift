package import RPC

/// Defects of shards, so that tests can show that their checks fail when they should.
extension Defect {
    /// Leaves `synchronous` as GRDB sets it; opening must notice.
    package static let forgetsFull = Defect(rawValue: "forgets-full")
    /// Runs with `synchronous=NORMAL`: acknowledged writes are lost with the power.
    package static let runsNormal = Defect(rawValue: "runs-normal")
    /// Executes a keyed call again although its key is known.
    package static let forgetsKeys = Defect(rawValue: "forgets-keys")
    /// Forgets the key of a call that can still be repeated, to stay within a subject's budget.
    package static let forgetsYoungKeys = Defect(rawValue: "forgets-young-keys")
    /// Begins writes whose caller has gone or whose deadline has passed.
    package static let ignoresDeadlines = Defect(rawValue: "ignores-deadlines")
    /// Goes on after an I/O error as if nothing had been.
    package static let ignoresDiskErrors = Defect(rawValue: "ignores-disk-errors")
    /// Notes that an event was applied before it is: a crash in between loses it.
    package static let movesCursorFirst = Defect(rawValue: "moves-cursor-first")
    /// Leaves deleted data in the file until something else takes its place.
    package static let keepsDeleted = Defect(rawValue: "keeps-deleted")
    /// Answers a write whose transaction is not committed.
    package static let answersEarly = Defect(rawValue: "answers-early")
    /// Keeps a call's key in a transaction of its own, after that of the effect.
    package static let keepsKeyLater = Defect(rawValue: "keeps-key-later")
    /// Tells of a change in a transaction after that of the change.
    package static let tellsLater = Defect(rawValue: "tells-later")
    /// A follower that comes back is told again what it was told last.
    package static let tellsAgain = Defect(rawValue: "tells-again")
    /// A follower that fails once follows no more.
    package static let stopsFollowing = Defect(rawValue: "stops-following")
    /// Opening a shard seals its pages as they are, damaged ones too.
    package static let sealsDamage = Defect(rawValue: "seals-damage")
    /// Makes a shard again that is missing, as if it had never been there.
    package static let foundsSilently = Defect(rawValue: "founds-silently")
    /// Takes a shard, a token or an event of another household for its own.
    package static let mixesHouseholds = Defect(rawValue: "mixes-households")
    /// Goes on saving into a file that was deleted or replaced.
    package static let savesIntoNothing = Defect(rawValue: "saves-into-nothing")
}

extension ShardOptions {
    /// Whether a defect is switched on here or planted in the simulation; never in what is built for release.
    @inline(__always)
    func has(_ defect: Defect, _ runtime: any Runtime) -> Bool {
        #if DEBUG
        return defects.contains(defect) || runtime.hasDefect(defect)
        #else
        return false
        #endif
    }
}

extension Shard {
    /// Whether a defect is switched on here or planted in the simulation; never in what is built for release.
    @inline(__always)
    func has(_ defect: Defect) -> Bool { options.has(defect, runtime) }
}
