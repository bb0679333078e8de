internal import Foundation
internal import ServiceKit

/// Whether scheduled backups are made, and no restore or rollback was interrupted.
struct BackupCheck: DoctorCheck {
    let name = "backup"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        let data = gateway.settings.data.value
        if let record = RestoreRecord.read(data) {
            return [
                DoctorFinding(
                    name, "", .wrong, "A restore of \(record.backup) was interrupted: the data is partly replaced.",
                    advice: "Run the same `hearth restore` again.")
            ]
        }
        do { try RollbackRecord.refuseUnfinished(in: data) } catch {
            let failure = GatewayFailure(error)
            return [DoctorFinding(name, "", .wrong, failure.message, advice: failure.advice)]
        }
        guard let state = BackupStateFile(data: data).read() else {
            return [DoctorFinding(name, "", .ok, "no scheduled backup was made here")]
        }
        if let problem = state.problem(now: gateway.now) {
            return [
                DoctorFinding(
                    name, "", .wrong, problem, advice: "Check \(state.directory), or run `hearth backup --to PATH`.")
            ]
        }
        return [DoctorFinding(name, "", .ok, state.lastSuccess?.path ?? "none yet")]
    }
}
