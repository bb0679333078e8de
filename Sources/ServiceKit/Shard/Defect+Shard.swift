package import RPC

/// Mutants of shards, so that tests can show that their checks fail when they should.
extension Defect {
    /// Leaves `synchronous` as GRDB sets it; opening must detect it.
    package static let forgetsFull = Defect(rawValue: "forgets-full")
    /// Runs with `synchronous=NORMAL`: a power failure loses acknowledged writes.
    package static let runsNormal = Defect(rawValue: "runs-normal")
    /// Executes a keyed call again although its key is stored.
    package static let forgetsKeys = Defect(rawValue: "forgets-keys")
    /// Evicts the key of a call that can still be retried, to stay within a subject's budget.
    package static let forgetsYoungKeys = Defect(rawValue: "forgets-young-keys")
    /// Begins writes whose caller has disconnected or whose deadline has passed.
    package static let ignoresDeadlines = Defect(rawValue: "ignores-deadlines")
    /// Continues after an I/O error as if it had not happened.
    package static let ignoresDiskErrors = Defect(rawValue: "ignores-disk-errors")
    /// Moves the cursor before the event is applied: a crash in between loses the event.
    package static let movesCursorFirst = Defect(rawValue: "moves-cursor-first")
    /// Leaves deleted data in the file until other data overwrites it.
    package static let keepsDeleted = Defect(rawValue: "keeps-deleted")
    /// Responds to a write before its transaction is committed.
    package static let answersEarly = Defect(rawValue: "answers-early")
    /// Stores a call's key in a separate transaction, after that of the change.
    package static let keepsKeyLater = Defect(rawValue: "keeps-key-later")
    /// Appends a change's event in a transaction after that of the change.
    package static let tellsLater = Defect(rawValue: "tells-later")
    /// A follower that reconnects gets its last event again.
    package static let tellsAgain = Defect(rawValue: "tells-again")
    /// A follower that fails once stops following.
    package static let stopsFollowing = Defect(rawValue: "stops-following")
    /// Opening a shard seals its pages as they are, damaged ones too.
    package static let sealsDamage = Defect(rawValue: "seals-damage")
    /// Creates a missing shard again, as if it had never existed.
    package static let foundsSilently = Defect(rawValue: "founds-silently")
    /// Accepts a shard, a token or an event of another household.
    package static let mixesHouseholds = Defect(rawValue: "mixes-households")
    /// Continues to write to a file that was deleted or replaced.
    package static let savesIntoNothing = Defect(rawValue: "saves-into-nothing")
}

extension ShardOptions {
    /// Whether a mutant is enabled here or in the simulation; never in release builds.
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
    /// Whether a mutant is enabled here or in the simulation; never in release builds.
    @inline(__always)
    func has(_ defect: Defect) -> Bool { options.has(defect, runtime) }
}
