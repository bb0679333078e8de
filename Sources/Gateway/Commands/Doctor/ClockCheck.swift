internal import Foundation
internal import ServiceKit

/// Whether the clock is plausible: tokens, schedules and the guide depend on it.
struct ClockCheck: DoctorCheck {
    let name = "clock"

    /// No clock of a machine that runs this build is earlier: 2026-01-01.
    private static let earliest = Date(timeIntervalSince1970: 1_767_225_600)
    /// How far a file's time may be ahead, in seconds.
    private static let tolerance = 300.0
    private static let advice = "Set the clock, for example with: timedatectl set-ntp true"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        let now = gateway.now
        guard now >= Self.earliest else {
            return [
                DoctorFinding(
                    name, "", .wrong, "It says \(Self.text(now)), which has passed: tokens would be refused.",
                    advice: Self.advice)
            ]
        }
        if let newest = newest(gateway.settings.data.value), newest.date > now.addingTimeInterval(Self.tolerance) {
            return [
                DoctorFinding(
                    name, "", .wrong,
                    "It says \(Self.text(now)), and \(newest.path) was written at \(Self.text(newest.date)).",
                    advice: Self.advice)
            ]
        }
        return [DoctorFinding(name, "", .ok, "\(Self.text(now)), \(gateway.environment.timeZone.identifier)")]
    }

    /// The shard that was written last.
    private func newest(_ data: String) -> (path: String, date: Date)? {
        let files = DataDirectoryCheck.households(in: data).flatMap { household in
            ServiceSettings.knownServices.map { "\(data)/\(household)/\($0).sqlite" }
        }
        return files.compactMap { path in
            let values = try? FileManager.default.attributesOfItem(atPath: path)
            return (values?[.modificationDate] as? Date).map { (path: path, date: $0) }
        }.max { $0.date < $1.date }
    }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
