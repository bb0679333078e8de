/// How an operation ended, from the caller's view.
public enum Outcome: Hashable, Sendable {
    /// It succeeded, with this answer.
    case ok(Observation)
    /// It failed with a status code by its name (`NOT_FOUND`); `message` is the message for a person. `isRefusal` where
    /// the code alone does not show that the service itself rejected the call: RESOURCE_EXHAUSTED is also the code of
    /// an answer that was too long.
    case failed(code: String, executed: Executed, message: String? = nil, isRefusal: Bool = false)
    /// It never ended: the caller died with it, or the history does.
    case open

    /// Whether a failed call had an effect, as the answer claims (`protocols/README.md`, 5.6).
    public enum Executed: String, Codable, Hashable, Sendable, CaseIterable {
        /// It had no effect and will have none.
        case no
        /// It was begun or may have been: the effect is unknown.
        case maybe
        /// The answer is final, including a rejection by the domain.
        case yes
    }
}

extension Outcome {
    /// Whether the requested change took effect, as far as the outcome tells.
    public enum Effect: Hashable, Sendable {
        /// It did, before the answer came.
        case happened
        /// It did not and never will.
        case none
        /// It may have, and may still.
        case unknown
    }

    /// The effect that checkers assume for the outcome.
    ///
    /// A failure with `yes` is final, but its effect depends on the code: with a code by which a domain rejects
    /// (`refusals`), or where the service used its own message, nothing happened; with a code of the way back
    /// (`lostAnswers`: the answer was too late) it did happen; any other, such as INTERNAL, may have come before or
    /// after the effect.
    public var effect: Effect {
        switch self {
        case .ok: .happened
        case .open: .unknown
        case .failed(_, .no, _, _): .none
        case .failed(_, .maybe, _, _): .unknown
        case .failed(let code, .yes, _, let isRefusal):
            isRefusal || Self.refusals.contains(code) ? .none : Self.lostResponses.contains(code) ? .happened : .unknown
        }
    }

    /// Codes with which a handler rejects a call: nothing was changed.
    public static let refusals: Set<String> = [
        "INVALID_ARGUMENT", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "FAILED_PRECONDITION", "OUT_OF_RANGE",
        "UNAUTHENTICATED", "UNIMPLEMENTED", "ABORTED",
    ]

    /// Codes that, with `executed: yes`, mean that the work was done and its answer lost.
    public static let lostResponses: Set<String> = ["DEADLINE_EXCEEDED", "CANCELLED", "UNAVAILABLE", "DATA_LOSS"]

    /// The answer of an operation that succeeded.
    public var observation: Observation? {
        guard case .ok(let observation) = self else { return nil }
        return observation
    }
}

extension Outcome: Codable {
    private enum CodingKeys: String, CodingKey { case ok, failed, executed, message, refusal }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        if let observation = try fields.decodeIfPresent(Observation.self, forKey: .ok) {
            self = .ok(observation)
        } else if let code = try fields.decodeIfPresent(String.self, forKey: .failed) {
            self = .failed(
                code: code, executed: try fields.decode(Executed.self, forKey: .executed),
                message: try fields.decodeIfPresent(String.self, forKey: .message),
                isRefusal: try fields.decodeIfPresent(Bool.self, forKey: .refusal) ?? false)
        } else {
            self = .open
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .ok(let observation): try fields.encode(observation, forKey: .ok)
        case .failed(let code, let executed, let message, let isRefusal):
            try fields.encode(code, forKey: .failed)
            try fields.encode(executed, forKey: .executed)
            try fields.encodeIfPresent(message, forKey: .message)
            if isRefusal { try fields.encode(isRefusal, forKey: .refusal) }
        case .open: break
        }
    }
}
