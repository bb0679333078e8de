import CatalogAPI
import Foundation
import HearthModel
import RPC

extension FakeCatalog {
    /// What is answered about one title; what is not set is not found.
    struct Details {
        var summary: Summary?
        var franchise: Franchise?
        var intro: IntroTimes?
        var skippable: SkippableList?
        var grid: Grid?
        var stream: ResolvedStream?
        var programme: GuideHit?
        var streams: StreamStanding?
        var guideChannels: GuideChannelList?
        var subscriptions: Subscriptions?
        var orders: EpisodeOrderList?
        var requested: [String] = []
    }

    /// The methods about one title, each with one answer for all.
    func addDetails(to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.Summarize.self) { request, _ in
            try self.detail("summary \(request.id) \(request.sentences ?? 0)", \.summary)
        }
        handlers.on(Catalog.GetFranchise.self) { request, _ in
            try self.detail("franchise \(request.id)", \.franchise)
        }
        handlers.on(Catalog.GetIntroTimes.self) { request, _ in try self.detail("intro \(request.id)", \.intro) }
        handlers.on(Catalog.SkippableEpisodes.self) { request, _ in
            try self.detail("skippable \(request.series)", \.skippable)
        }
        handlers.on(Catalog.GuideGrid.self) { request, _ in
            let channels = request.channels.map(\.rawValue).joined(separator: ",")
            let span = "\(Int(request.from.timeIntervalSince1970)) \(Int(request.until.timeIntervalSince1970))"
            return try self.detail("grid \(channels) \(span)", \.grid)
        }
        handlers.on(Catalog.ListGuideChannels.self) { request, _ in
            try self.detail("channels \(request.text ?? "") of \(request.source ?? "all")", \.guideChannels)
        }
        handlers.on(Catalog.GetSubscriptions.self) { _, _ in try self.detail("subscriptions", \.subscriptions) }
        handlers.on(Catalog.SetSubscriptions.self) { request, _ in
            try self.detail("subscribe \(request.providers)", \.subscriptions)
        }
        handlers.on(Catalog.ListEpisodeOrders.self) { request, _ in
            try self.detail("orders \(request.series)", \.orders)
        }
        handlers.on(Catalog.SetEpisodeOrder.self) { request, _ in
            var list = try self.detail("order \(request.series) \(request.order)", \.orders)
            guard list.orders.contains(where: { $0.order == request.order }) else {
                throw RPCError(.failedPrecondition, "TMDB has no such order of this series.")
            }
            list.current = request.order
            return list
        }
        handlers.on(Catalog.ReportStream.self) { request, _ in
            try self.detail("report \(request.id) \(request.variant) \(request.outcome)", \.streams)
        }
        handlers.on(Catalog.GetProgramme.self) { request, _ in
            let at = request.at.map { " \(Int($0.timeIntervalSince1970))" } ?? ""
            return try self.detail("programme \(request.channel)\(at)", \.programme)
        }
        handlers.on(Catalog.ResolveCatchup.self) { request, _ in
            try self.detail("catchup \(request.channel) \(Int(request.at.timeIntervalSince1970))", \.stream)
        }
    }
}
