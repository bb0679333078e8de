/// An item of the parser, in the order of the file. Programmes may come before their channel, or without one.
package enum XMLTVItem: Sendable, Equatable {
    case channel(XMLTVChannel)
    case programme(XMLTVProgramme)
    /// A rejected programme, channel or piece of XML.
    case refused(RefusedGuideItem)
}

/// A channel of a guide.
package struct XMLTVChannel: Sendable, Equatable {
    /// The line of the element, from 1.
    package var line: Int
    package var id: String
    package var names: [XMLTVText] = []
    package var icon = ""
    /// `lcn`, a common extension: the channel's number.
    package var number = ""

    package init(line: Int, id: String) {
        (self.line, self.id) = (line, id)
    }
}

/// A text with its language.
package struct XMLTVText: Sendable, Hashable {
    package var text: String
    /// As given, such as "en" or "en_GB"; empty when absent.
    package var language: String

    package init(_ text: String, language: String = "") {
        (self.text, self.language) = (text, language)
    }
}

/// A rejected part of a guide, for the import's report.
package struct RefusedGuideItem: Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        case missingChannel = "a programme without a channel"
        case missingChannelID = "a channel without an id"
        case missingStart = "a programme without a start"
        case badStart = "a start that is no time"
        case missingTitle = "a programme without a title"
        case unclosed = "an element that is not closed"
        case malformed = "broken XML"
        case tooManyErrors = "too much broken XML: the rest was not read"
        case damagedCompression = "damaged compression: the rest was not read"
    }

    /// The line in the (inflated) file, from 1.
    package var line: Int
    package var reason: Reason
    /// The element's value, or the XML parser's message.
    package var detail: String

    package init(line: Int, reason: Reason, detail: String = "") {
        (self.line, self.reason, self.detail) = (line, reason, detail)
    }
}

/// The totals of a guide.
package struct XMLTVSummary: Sendable, Equatable {
    /// Bytes of input.
    package var bytes = 0
    /// Bytes of XML, inflated.
    package var xmlBytes = 0
    package var channels = 0
    package var programmes = 0
    package var refused = 0
    /// Errors of the XML parser; most lose nothing.
    package var xmlErrors = 0
    /// Dropped ends, before the start or absurdly late; those programmes have none.
    package var stopsDropped = 0
    /// Times without a zone, read in the default zone.
    package var missingZones = 0
    /// Times with an unknown zone, read likewise.
    package var unknownZones = 0
    /// Truncated titles and descriptions.
    package var textsCut = 0
    /// Whether the file has a `tv` element, a channel or a programme: it is a guide, and no error page.
    package var isGuide = false
    /// Whether everything up to the end of the guide was read.
    package var isComplete = false
    /// Whether only its end tag is missing: it ends behind a whole programme.
    package var lacksEndTag = false

    package init() {}
}
