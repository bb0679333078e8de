internal import HearthModel
internal import PlaybackStateAPI

extension NoFreeSlot {
    /// Holders that the text names; the detail has all.
    private static let named = 3

    /// Who holds the slots, and what to do about it.
    var text: String {
        let names = holders.prefix(Self.named).map { holder in
            "\(holder.card?.longTitle ?? "a title") on \(holder.device)"
        }
        let more = holders.count - names.count
        let list = names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        let streams = maximum == 1 ? "The one stream" : "All \(maximum) streams"
        return "\(streams) of the account of \"\(source)\" \(maximum == 1 ? "is" : "are") in use: \(list). "
            + "End one first, or let the household end the oldest or the newest by itself."
    }
}
