internal import CatalogFormats
internal import Foundation

/// Makes the catch-up address of a past programme from a channel's address and its list's catch-up attributes.
///
/// Templates are those of Kodi's IPTV Simple (https://github.com/kodi-pvr/pvr.iptvsimple, "Catchup settings"), which lists
/// are written for.
struct CatchupAddress: Sendable {
    /// The channel's own address.
    let channel: String
    /// The programme's start and end, and the present time, in seconds since 1970.
    var begin: Int64
    var end: Int64
    let now: Int64
    /// The guide's catch-up id of the programme, for `{catchup-id}`.
    var catchupID: String?
    /// The time zone of days and hours; panels use their own.
    var zone = TimeZone.gmt

    /// The address; nil when it cannot be made.
    func address(_ catchup: M3UCatchup) -> String? {
        let correction = Int64((catchup.correctionHours ?? 0) * 3_600)
        var moved = self
        (moved.begin, moved.end) = (begin + correction, end + correction)
        return moved.template(catchup).map { moved.fill($0) }
    }

    private func template(_ catchup: M3UCatchup) -> String? {
        switch catchup.mode {
        case .standard: catchup.source.isEmpty ? nil : catchup.source
        case .append: catchup.source.isEmpty ? nil : channel + catchup.source
        case .shift: channel + (channel.contains("?") ? "&" : "?") + "utc={utc}&lutc={lutc}"
        case .flussonic: flussonic
        case .xc: xtream
        case .vod: vod(catchup)
        }
    }

    /// The guide's catch-up id of the programme, alone or in a template: without one there is no address, and alone it
    /// must be one.
    private func vod(_ catchup: M3UCatchup) -> String? {
        guard let catchupID else { return nil }
        if !catchup.source.isEmpty { return catchup.source }
        return ["http", "https"].contains(M3UAddress.scheme(of: catchupID) ?? "") ? "{catchup-id}" : nil
    }

    /// `http://host/name/index.m3u8?token` becomes `http://host/name/timeshift_rel-OFFSET.m3u8?token`.
    private var flussonic: String? {
        let parts = channel.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.count > 1 ? "?\(parts[1])" : ""
        guard let slash = parts[0].lastIndex(of: "/") else { return nil }
        let (folder, file) = (parts[0][...slash], parts[0][parts[0].index(after: slash)...])
        if file == "mpegts" || file.hasSuffix(".ts") { return "\(folder)timeshift_abs-${start}.ts\(query)" }
        guard file.hasSuffix(".m3u8") else { return nil }
        let name = file.dropLast(".m3u8".count)
        let prefix = name == "index" ? "" : "\(name)-"
        return "\(folder)\(prefix)timeshift_rel-{offset:1}.m3u8\(query)"
    }

    /// `http://host/live/user/password/1.ts` becomes `http://host/timeshift/user/password/MINUTES/BEGIN/1.ts`; a panel
    /// may be in a folder when `live` shows where that ends.
    private var xtream: String? {
        guard let scheme = channel.range(of: "://") else { return nil }
        var parts = channel[scheme.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
        if parts.count >= 5, parts[parts.count - 4] == "live" {
            parts.remove(at: parts.count - 4)
        } else if parts.count != 4 {
            return nil
        }
        guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        let (panel, account) = (parts.dropLast(3), parts.suffix(3))
        let name = account[account.endIndex - 1]
        let file = name.contains(".") ? String(name) : "\(name).ts"
        return "\(channel[..<scheme.upperBound])\(panel.joined(separator: "/"))/timeshift/"
            + account.dropLast().joined(separator: "/") + "/{duration:60}/{Y}-{m}-{d}:{H}-{M}/\(file)"
    }

    // MARK: Templates

    /// Fills times into a template: `{utc}`, `${start}`, `{duration:60}`, `{Y}`, `{utc:YmdHMS}`. Unknown placeholders
    /// stay.
    private func fill(_ template: String) -> String {
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            var before = rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            if let value = value(of: name) {
                if before.hasSuffix("$") { before = before.dropLast() }
                result += before + value
            } else {
                result += rest[...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private func value(of name: String) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        guard let word = parts.first else { return nil }
        let detail = parts.count > 1 ? parts[1] : nil
        switch word {
        case "catchup-id": return detail == nil ? catchupID : nil
        case "utc", "start": return time(begin, detail)
        case "utcend", "end": return time(end, detail)
        case "lutc", "now", "timestamp": return time(now, detail)
        case "duration": return part(end - begin, of: detail)
        case "offset": return part(now - begin, of: detail)
        default: return detail == nil && word.count == 1 ? field(word, begin) : nil
        }
    }

    private func part(_ seconds: Int64, of detail: String?) -> String? {
        guard let detail else { return String(max(0, seconds)) }
        guard let unit = Int64(detail), unit > 0 else { return nil }
        return String(max(0, seconds) / unit)
    }

    private func time(_ seconds: Int64, _ format: String?) -> String {
        guard let format else { return String(seconds) }
        return format.map { field(String($0), seconds) ?? String($0) }.joined()
    }

    /// A component of a time.
    private func field(_ letter: String, _ seconds: Int64) -> String? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(seconds)))
        let value: Int?
        switch letter {
        case "Y": return date.year.map { String($0) }
        case "m": value = date.month
        case "d": value = date.day
        case "H": value = date.hour
        case "M": value = date.minute
        case "S": value = date.second
        default: return nil
        }
        return value.map { $0 < 10 ? "0\($0)" : String($0) }
    }
}
