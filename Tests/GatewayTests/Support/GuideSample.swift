import CatalogAPI
import Foundation
import HearthModel

/// A page of the guide for 2026-01-01, 12:10 UTC.
enum GuideSample {
    static var page: NowNextPage {
        let noon = Date(timeIntervalSince1970: 1_767_268_800)
        var now = Programme(start: noon, stop: noon.addingTimeInterval(1_800), title: "Headlines")
        now.subtitle = "Noon"
        let next = Programme(start: now.stop, stop: now.stop.addingTimeInterval(900), title: "Weather")
        var row = ChannelNow(channel: Card(id: ContentID(rawValue: "ch-1"), kind: .channel, title: "News 24"))
        (row.number, row.now, row.next) = ("2.1", now, next)
        return NowNextPage(channels: [row], total: 1)
    }
}
