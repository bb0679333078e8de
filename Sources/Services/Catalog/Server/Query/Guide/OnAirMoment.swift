internal import CatalogAPI
internal import CatalogRecognition
internal import Foundation
internal import HearthModel
internal import RPC

/// The current programmes at one time, for some audiences; independent of the shard.
struct OnAirMoment: Sendable {
    let channels: [OnAirList.Channel]
    /// Seconds since 1970.
    let moment: Int64
    /// The audiences that pass.
    let audience: AudienceMask
    /// By channel that is visible and has a guide, a run that covers the time.
    let runs: [ProgrammeRun?]
    /// The next programmes that the runs do not have.
    let beyond: [Int: OnAirList.Beyond]

    /// Channels of one message: the first ones come soon, without a message for each.
    static let batch = 200

    /// The next channels.
    ///
    /// - Parameter position: the index to start at; on return that of the next batch.
    /// - Returns: nil when there are no more.
    func batch(from position: inout Int, onlyWithGuide: Bool) -> OnAirBatch? {
        var batch = OnAirBatch(channels: [])
        batch.channels.reserveCapacity(Self.batch)
        while position < channels.count, batch.channels.count < Self.batch {
            let channel = channels[position]
            if channel.audience & audience.live != 0, !onlyWithGuide || channel.guide != nil {
                batch.channels.append(record(of: channel, position))
            }
            position += 1
        }
        return batch.channels.isEmpty ? nil : batch
    }

    private func record(of channel: OnAirList.Channel, _ position: Int) -> ChannelOnAir {
        var record = ChannelOnAir(id: channel.id, name: channel.name)
        record.number = channel.number
        guard let run = runs[position] else { return record }
        func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: Double(seconds + channel.shift)) }
        if let now = run.now(moment - channel.shift, for: audience.programmes) {
            (record.title, record.start, record.stop) = (now.title, date(now.start), date(now.stop))
        }
        if let next = next(run, channel, position) {
            (record.nextTitle, record.nextStart, record.nextStop) = (next.title, date(next.start), date(next.stop))
        }
        return record
    }

    private func next(_ run: ProgrammeRun, _ channel: OnAirList.Channel, _ position: Int) -> ProgrammeRun.Item? {
        switch run.next(moment - channel.shift, for: audience.programmes) {
        case .item(let item): item
        case .nothing: nil
        case .after: beyond[position]?.next
        }
    }
}
