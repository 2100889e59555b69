using Microsoft.AspNetCore.Http.Connections.Features;
using Microsoft.AspNetCore.SignalR;
using System.Collections.Concurrent;
using System.Net;

public record OperatorRequest(int CustomerId, string? Text, string? ImageUrl);

public record TokenRequest(string Username, double ExpiresInSeconds);

public record ThrowRequest(string? In);

/// <summary>Endpoints for tests: they send as the operator and inject faults.</summary>
public static class Control
{
    public static void AddControl(this IServiceCollection services)
    {
        services.AddSingleton<ControlFilter>();
        services.Configure<HubOptions>(options => options.AddFilter<ControlFilter>());
    }

    public static void MapControl(this WebApplication app)
    {
        var control = app.MapGroup("/control").AddEndpointFilter(async (context, next) =>
            IPAddress.IsLoopback(context.HttpContext.Connection.RemoteIpAddress!)
                ? await next(context)
                : Results.Forbid());

        control.MapPost("/operator", async (OperatorRequest request, ChatStore store, IHubContext<ChatHub> hub) =>
        {
            var message = store.Add(request.CustomerId, new(
                ChatStore.OperatorId, request.CustomerId, request.Text, request.ImageUrl, DateTime.UtcNow));
            await hub.Clients.User($"{request.CustomerId}").SendAsync("ReceiveMessage", message);
        });
        control.MapPost("/token", (TokenRequest request, ChatStore store, TokenService tokens) =>
        {
            var customerId = store.CustomerFor(request.Username);
            var token = tokens.Issue(customerId, request.Username, request.ExpiresInSeconds);
            return new { customerId, token };
        });
        control.MapPost("/abort", (ControlFilter filter) =>
        {
            foreach (var context in filter.Connections.Values) context.Abort();
        });
        control.MapPost("/throw", (ThrowRequest request, ControlFilter filter) => { filter.ThrowIn = request.In; });
        control.MapGet("/conversation/{id}", (int id, ChatStore store) => store.Of(id));
        control.MapGet("/connections", (ControlFilter filter) => filter.Connections.Values.Select(context => new
        {
            customerId = int.Parse(context.UserIdentifier!),
            transport = context.Features.Get<IHttpTransportFeature>()!.TransportType.ToString(),
        }));
        control.MapGet("/invocations", (ControlFilter filter) => filter.Invocations);
    }
}

/// <summary>Hub filter that records connections and invocations, and throws where a test requests it.</summary>
public class ControlFilter : IHubFilter
{
    public ConcurrentDictionary<string, HubCallerContext> Connections { get; } = new();
    public ConcurrentQueue<object> Invocations { get; } = new();
    public string? ThrowIn { get; set; }

    public async Task OnConnectedAsync(HubLifetimeContext context, Func<HubLifetimeContext, Task> next)
    {
        Invocations.Enqueue(new { target = "OnConnectedAsync" });
        if (ThrowIn == "OnConnectedAsync") throw new InvalidOperationException("Requested by a test.");
        Connections[context.Context.ConnectionId] = context.Context;
        await next(context);
    }

    public Task OnDisconnectedAsync(
        HubLifetimeContext context, Exception? exception, Func<HubLifetimeContext, Exception?, Task> next)
    {
        Connections.TryRemove(context.Context.ConnectionId, out _);
        return next(context, exception);
    }

    public ValueTask<object?> InvokeMethodAsync(
        HubInvocationContext context, Func<HubInvocationContext, ValueTask<object?>> next)
    {
        Invocations.Enqueue(new { target = context.HubMethodName, arguments = context.HubMethodArguments });
        if (ThrowIn == context.HubMethodName) throw new InvalidOperationException("Requested by a test.");
        return next(context);
    }
}
