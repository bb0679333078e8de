import DownloadsAPI
import Foundation
import RPC

/// Has downloads get as old as they may, and holds what is said of them then, and what is given, against that.
///
/// For the end of a run: a month passes on the wall clock.
struct ExpiryChecks {
    let run: HouseholdRun
    private var simulation: Simulation { run.simulation }

    /// How long a download is kept after it was completed and asked for (`downloadExpirationDays`).
    private static let lifetime: TimeInterval = 30 * 86_400
    /// How long before and after the moment it is looked, in seconds.
    private static let margin: TimeInterval = 5
    /// How often, and how far apart, a person asks again who got no answer.
    private static let (looks, pause) = (20, Duration.milliseconds(50))

    /// One that is completed, and whose it is.
    private struct Kept {
        let who: String
        let download: Download
        let expires: Date
    }

    /// - Parameter device: the one that looks.
    func all(by device: SimulatedDevice) async {
        guard run.runs("downloads") else { return }
        var kept: [Kept] = []
        for person in Person.allCases { kept += await completed(as: person.rawValue, by: device) }
        // The last one: when it has expired, all have.
        guard let last = kept.max(by: { $0.expires < $1.expires }) else { return }
        let ahead = pass(to: last.expires - Self.margin)
        await look(at: last, isOver: false, by: device)
        let further = pass(to: last.expires + Self.margin)
        for one in kept { await look(at: one, isOver: true, by: device) }
        simulation.note("\(kept.count) downloads expired")
        // The month is none of the time that the household has lived.
        simulation.jumpWallClock(by: .seconds(-ahead - further))
    }

    private func completed(as who: String, by device: SimulatedDevice) async -> [Kept] {
        await downloads(as: who, by: device).compactMap { download in
            guard download.status == .completed else { return nil }
            guard let (finished, expires) = download.finished.flatMap({ at in download.expires.map { (at, $0) } }),
                // From the completion, or from the person's own request where that is later. `started` may be another
                // person's request, of before the clock was set back. A difference of two dates is not exact.
                [finished, max(finished, download.started)].contains(where: { from in
                    abs(expires.timeIntervalSince(from) - Self.lifetime) < 0.000_5
                })
            else {
                let times = [download.started, download.finished, download.expires].map { $0?.timeIntervalSince1970 }
                report(
                    "lifetime", who,
                    "\(download.content) is completed and does not expire after 30 days: started, finished, expires \(times)"
                )
                return nil
            }
            return Kept(who: who, download: download, expires: expires)
        }
    }

    private func downloads(as who: String, by device: SimulatedDevice) async -> [Download] {
        for _ in 0..<Self.looks {
            if let downloads = await device.readDownloads(as: who) { return downloads }
            try? await simulation.sleep(for: Self.pause)
        }
        run.report("recovery", "no-answer", "downloads/\(who)", "downloads of \(who) cannot be read")
        return []
    }

    /// Sets the wall clock ahead; a clock that is further stays.
    ///
    /// - Returns: by how many seconds.
    private func pass(to moment: Date) -> Double {
        let ahead = max(0, moment.timeIntervalSince1970 - simulation.wallTime.secondsSince1970)
        simulation.jumpWallClock(by: .seconds(ahead))
        return ahead
    }

    private func look(at kept: Kept, isOver: Bool, by device: SimulatedDevice) async {
        let (who, content) = (kept.who, kept.download.content)
        guard let now = await downloads(as: who, by: device).first(where: { $0.id == kept.download.id }) else {
            return report("gone", who, "\(content) was completed, and is in no list")
        }
        if now.isExpired != isOver {
            report("told", who, "\(content) is \(isOver ? "not " : "")said to have expired")
        }
        let isFound = await isGiven("\(content) of \(who)", elseRefusedAs: .notFound) {
            await device.result(of: Downloads.Locate(content: content), as: who, on: "changes/\(who)")?.map { _ in }
        }
        if isFound == isOver { report("found", who, "\(content) is \(isOver ? "" : "not ")found to be played") }
        let isGiven = await isGiven("the bytes of \(content) of \(who)", elseRefusedAs: .failedPrecondition) {
            await device.reading(of: kept.download.id, nil, as: who)?.map { _ in }
        }
        if isGiven == isOver { report("given", who, "\(content) is \(isOver ? "" : "not ")given to be played") }
    }

    /// Asks until there is an answer: a call without an answer refuses nothing.
    ///
    /// - Parameter code: what is not given is refused with this code, and no other.
    /// - Returns: nil, which is reported, when there is no such answer.
    private func isGiven(
        _ what: String, elseRefusedAs code: RPCCode, _ attempt: () async -> Swift.Result<Void, RPCError>?
    ) async -> Bool? {
        var last: RPCError?
        for _ in 0..<Self.looks {
            switch await attempt() {
            case .success: return true
            case .failure(let error) where error.code == code: return false
            case .failure(let error): last = error
            case nil: break
            }
            try? await simulation.sleep(for: Self.pause)
        }
        let reason = last.map { "\($0)" } ?? "no caller is signed in"
        run.report("recovery", "no-answer", "downloads", "\(what) is neither given nor refused: \(reason)")
        return nil
    }

    private func report(_ kind: String, _ who: String, _ sentence: String) {
        run.report("expiry", kind, "downloads/\(who)", sentence)
    }
}
