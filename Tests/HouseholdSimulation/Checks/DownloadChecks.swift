import DownloadsAPI
import Foundation
import GRDB
import HearthModel
import RPC
import ServiceKit

/// Holds downloads against what they were fetched from, the disk against the records, and both against the quota.
struct DownloadChecks {
    let run: HouseholdRun
    private var simulation: Simulation { run.simulation }

    /// How often, and how far apart, it is looked whether all has come.
    private static let (looks, pause) = (300, Duration.seconds(1))
    /// How often what has failed is tried again: one that is larger than there is room for fails each time.
    private static let retries = 3

    /// Has everything come that can, and checks it.
    ///
    /// - Parameter device: the one that looks.
    func all(by device: SimulatedDevice) async {
        guard run.runs("downloads") else { return }
        for person in Person.allCases {
            let who = person.rawValue
            guard let downloads = await finish(as: who, by: device) else { continue }
            for download in downloads where download.status == .completed {
                await checkBytes(of: download, as: who, by: device)
            }
            simulation.note(downloads.map { "\($0.content) \($0.status.rawValue) \($0.bytes)" }.joined(separator: ","))
        }
        await checkDisk()
    }

    /// Goes on with what is paused and tries again what has failed, until nothing is to be fetched any more.
    private func finish(as who: String, by device: SimulatedDevice) async -> [Download]? {
        var retries: [String: Int] = [:]
        for _ in 0..<Self.looks {
            guard let downloads = await device.readDownloads(as: who) else {
                try? await simulation.sleep(for: Self.pause)
                continue
            }
            var isDone = true
            for download in downloads where download.status != .completed {
                switch download.status {
                case .paused:
                    isDone = false
                    _ = await device.call(Downloads.Resume(download: download.id), as: who, on: "changes/\(who)")
                case .failed where retries[download.id, default: 0] < Self.retries:
                    retries[download.id, default: 0] += 1
                    // There may be no room for it; then it stays as it is.
                    let retry = Downloads.Retry(download: download.id)
                    if await device.call(retry, as: who, on: "changes/\(who)") != nil { isDone = false }
                case .failed: break
                default: isDone = false
                }
            }
            if isDone { return downloads }
            try? await simulation.sleep(for: Self.pause)
        }
        run.report("recovery", "unfinished", "downloads/\(who)", "downloads of \(who) do not come to an end")
        return nil
    }

    // MARK: Bytes

    /// What a player gets is all of what the film was at some time, from its first byte to its last.
    func checkBytes(of download: Download, as who: String, by device: SimulatedDevice) async {
        guard let film = download.card.title.split(separator: " ").last.flatMap({ Int($0) }),
            var bytes = await device.bytes(of: download.id, nil, as: who)
        else { return }
        if SimulatedMedia.isStream(film) {
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            bytes = []
            for line in lines where !line.hasPrefix("#") {
                guard let segment = await device.bytes(of: download.id, String(line), as: who) else { return }
                bytes += segment
            }
        }
        guard !run.household.internet.media.everything(of: film).contains(bytes) else { return }
        run.report(
            "downloads-whole", "bytes", "downloads/\(who)",
            "\(download.card.title) of \(who) has \(bytes.count) bytes that no version of it has")
    }

    // MARK: The disk

    private struct Known {
        let id: String
        let isCompleted: Bool
        let isWanted: Bool
        let bytes: Int64
        let reserved: Int64
        let pieces: [String: Int64]
    }

    /// What each file has is reserved, and what is reserved is within the quota.
    func checkRoom() async {
        guard let shard = run.household.machine("downloads")?.shard else { return }
        let found = try? await shard.read { db in
            let files = try Row.fetchAll(db, sql: "SELECT id, bytes, reserved FROM file WHERE bytes > reserved")
            let sql = """
                SELECT w.profile, sum(max(f.bytes, f.reserved)) FROM wish w JOIN file f ON f.row = w.file GROUP BY w.profile
                """
            let charges = try Row.fetchAll(db, sql: sql).map { ($0[0] as String, $0[1] as Int64) }
            return (files.map { "\($0[0] as String) has \($0[1] as Int64) of \($0[2] as Int64)" }, charges)
        }
        guard let (beyond, charges) = found else { return }
        for file in beyond { run.report("quota-never-exceeded", "unreserved", "files", "\(file) bytes reserved") }
        for (profile, charge) in charges where charge > SimulatedHousehold.quotaBytes {
            run.report("quota-never-exceeded", "exceeded", profile, "\(profile) has \(charge) bytes, more than it may")
        }
    }

    /// Nothing is on the disk that no record knows, and nothing is missing.
    private func checkDisk() async {
        await checkRoom()
        guard let machine = run.household.machine("downloads"), let shard = machine.shard,
            let files = try? await known(shard)
        else { return }
        let unwanted = files.filter { !$0.isWanted }.map(\.id)
        if !unwanted.isEmpty {
            run.report("disk-known", "unwanted", "files", "no profile requests \(unwanted) any more")
        }
        let root = "\(machine.directory)/\(SimulatedHousehold.household)/downloads"
        let folders = Set((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [])
        // A folder has its last name before that is known: who is killed in between finds it so.
        let names = Set(files.flatMap { $0.isCompleted ? [$0.id] : ["\($0.id).part", $0.id] })
        let strange = folders.subtracting(names).sorted()
        if !strange.isEmpty {
            run.report("disk-known", "strange", "files", "no record knows of \(strange) on the disk")
        }
        for file in files where file.isCompleted {
            let sizes = Self.sizes(in: "\(root)/\(file.id)")
            guard sizes != file.pieces else { continue }
            run.report(
                "disk-known", "different", "files", "\(file.id) has \(sizes) on the disk and should have \(file.pieces)"
            )
        }
    }

    private func known(_ shard: Shard) async throws -> [Known] {
        try await shard.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT row, id, phase, bytes, reserved, EXISTS (SELECT 1 FROM wish WHERE wish.file = file.row)
                    FROM file ORDER BY row
                    """)
            return try rows.map { row in
                let sql = "SELECT name, bytes FROM piece WHERE file = ?"
                let pieces = try Row.fetchAll(db, sql: sql, arguments: [row[0] as Int64])
                return Known(
                    id: row[1], isCompleted: row[2] == 1, isWanted: row[5], bytes: row[3], reserved: row[4],
                    pieces: Dictionary(uniqueKeysWithValues: pieces.map { ($0[0], $0[1]) }))
            }
        }
    }

    private static func sizes(in folder: String) -> [String: Int64] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.reduce(into: [:]) { sizes, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            sizes[name] = (attributes?[.size] as? Int).map(Int64.init) ?? 0
        }
    }
}
